/*
 * The query language of Azure Cosmos DB for NoSQL. This file is its documentation here.
 *
 * Keywords are written in any case; true, false, null, undefined and udf only in lower case.
 * Everything that can be written is read; what is read but can't be run yet is refused later, by
 * name.
 */
grammar CosmosSql;

options { caseInsensitive = true; }

// A whole query, and the condition of a patch: "from c where ...".
program: query EOF;

condition: fromClause whereClause? EOF;

query
    : selectClause fromClause? whereClause? groupByClause? orderByClause? offsetLimitClause?
    ;

selectClause: SELECT DISTINCT? topClause? selection;

topClause: TOP count;

// A sign is not part of a number here: TOP -1 is a syntax error.
count: NUMBER | PARAMETER;

selection
    : '*'                                   # selectAll
    | VALUE expression                      # selectValue
    | selectItem (',' selectItem)*          # selectItems
    ;

selectItem: expression (AS? name)?;

// FROM c, FROM c AS x, FROM x IN c.tags, FROM (SELECT ...) AS x JOIN y IN x.list
fromClause: FROM source (JOIN source)*;

source
    : name IN collection                    # iteration
    | collection (AS? name)?                # aliased
    ;

collection
    : name pathStep*                        # pathCollection
    | '(' query ')'                         # queryCollection
    | functionCall                          # callCollection
    ;

pathStep
    : '.' propertyName
    | '[' (NUMBER | STRING | PARAMETER) ']'
    ;

whereClause: WHERE expression;

groupByClause: GROUP BY expression (',' expression)*;

orderByClause
    : ORDER BY RANK rankItem (',' rankItem)*
    | ORDER BY orderItem (',' orderItem)*
    ;

orderItem: expression (ASC | DESC)?;

rankItem: functionCall (ASC | DESC)?;

offsetLimitClause: OFFSET count LIMIT count;

/*
 * Expressions, the tightest first. NOT binds looser than comparisons: NOT c.x = 1 is the opposite
 * of c.x = 1. The operands of IN, LIKE and BETWEEN are values, so that the AND of a BETWEEN ends
 * its lower bound.
 */
expression
    : NOT expression                                             # not
    | value predicate?                                           # test
    | expression AND expression                                  # and
    | expression OR expression                                   # or
    | expression '??' expression                                 # coalesce
    | <assoc = right> expression '?' expression ':' expression   # conditional
    ;

predicate
    : NOT? IN '(' expression (',' expression)* ')'               # in
    | NOT? LIKE value (ESCAPE STRING)?                           # like
    | NOT? BETWEEN value AND value                               # between
    ;

// Joining strings has the level of +, so that c.a || c.b = 'ab' compares what was joined.
value
    : primary                                                    # primaryValue
    | operator = ('-' | '+' | '~') value                         # unary
    | value operator = ('*' | '/' | '%') value                   # binary
    | value operator = ('+' | '-' | '||') value                  # binary
    | value operator = ('<<' | '>>' | '>>>') value               # binary
    | value operator = ('<' | '<=' | '>' | '>=') value           # binary
    | value operator = ('=' | '!=' | '<>') value                 # binary
    | value operator = '&' value                                 # binary
    | value operator = '^' value                                 # binary
    | value operator = '|' value                                 # binary
    ;

primary
    : primary '.' propertyName                                   # member
    | primary '[' expression ']'                                 # index
    | (TRUE | FALSE | NULL | UNDEFINED | NUMBER | STRING)        # literal
    | PARAMETER                                                  # parameter
    | functionCall                                               # call
    | name                                                       # identifier
    | '(' expression ')'                                         # parenthesized
    | '(' query ')'                                              # scalarSubquery
    | kind = (EXISTS | ARRAY | ALL | FIRST | LAST) '(' query ')' # subquery
    | '[' (expression (',' expression)*)? ']'                    # arrayLiteral
    | '{' (property (',' property)*)? '}'                        # objectLiteral
    ;

property: (STRING | propertyName) ':' expression;

functionCall: (UDF '.')? functionName '(' (expression (',' expression)*)? ')';

// LEFT and RIGHT are reserved, and functions too.
functionName: name | LEFT | RIGHT;

// ALL, FIRST and LAST are words of the language only before a subquery.
name: IDENTIFIER | ALL | FIRST | LAST;

// These words came late into the language, and older data uses them as names.
propertyName: name | RANK | ESCAPE | LIMIT | OFFSET | GROUP;

ALL: 'ALL';
AND: 'AND';
ARRAY: 'ARRAY';
AS: 'AS';
ASC: 'ASC';
BETWEEN: 'BETWEEN';
BY: 'BY';
DESC: 'DESC';
DISTINCT: 'DISTINCT';
ESCAPE: 'ESCAPE';
EXISTS: 'EXISTS';
FIRST: 'FIRST';
FROM: 'FROM';
GROUP: 'GROUP';
IN: 'IN';
JOIN: 'JOIN';
LAST: 'LAST';
LEFT: 'LEFT';
LIKE: 'LIKE';
LIMIT: 'LIMIT';
NOT: 'NOT';
OFFSET: 'OFFSET';
OR: 'OR';
ORDER: 'ORDER';
RANK: 'RANK';
RIGHT: 'RIGHT';
SELECT: 'SELECT';
TOP: 'TOP';
VALUE: 'VALUE';
WHERE: 'WHERE';

TRUE options { caseInsensitive = false; }: 'true';
FALSE options { caseInsensitive = false; }: 'false';
NULL options { caseInsensitive = false; }: 'null';
UNDEFINED options { caseInsensitive = false; }: 'undefined';
UDF options { caseInsensitive = false; }: 'udf';

IDENTIFIER: [A-Z_] [A-Z0-9_]*;
PARAMETER: '@' [A-Z_] [A-Z0-9_]*;

NUMBER
    : DIGITS ('.' DIGITS?)? EXPONENT?
    | '.' DIGITS EXPONENT?
    | '0X' [0-9A-F]+
    ;

fragment DIGITS: [0-9]+;
fragment EXPONENT: 'E' [+-]? DIGITS;

// Two quotes in a row do not stand for one: use a backslash.
STRING
    : '"' (ESCAPED | ~["\\])* '"'
    | '\'' (ESCAPED | ~['\\])* '\''
    ;

fragment ESCAPED
    : '\\' ["'\\/BFNRT]
    | '\\U' [0-9A-F] [0-9A-F] [0-9A-F] [0-9A-F]
    ;

COMMENT: '--' ~[\r\n]* -> skip;
BLANK: [ \t\r\n]+ -> skip;

// Whatever else is there is an error of syntax, not of spelling.
OTHER: .;
