// Makes the globals of a context what scripts of the service find: Error takes a number and a
// message, Date follows the server's clock, and text does not become code.
(function (nowMillis) {
  'use strict';
  const NativeError = Error;
  function ServiceError(first, second) {
    const numbered = arguments.length > 1 && typeof first === 'number';
    const given = numbered ? [second] : Array.prototype.slice.call(arguments);
    const made = Reflect.construct(NativeError, given, new.target || ServiceError);
    if (numbered) {
      made.number = first;
    }
    return made;
  }
  ServiceError.prototype = NativeError.prototype;
  Object.defineProperty(ServiceError, 'name', {value: 'Error'});
  Object.defineProperty(NativeError.prototype, 'constructor',
      {value: ServiceError, writable: true, configurable: true});
  for (const each of [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]) {
    Object.setPrototypeOf(each, ServiceError);
  }

  const NativeDate = Date;
  const behind = nowMillis - NativeDate.now();
  const now = () => NativeDate.now() + behind;
  function ServiceDate() {
    if (new.target === undefined) {
      return new NativeDate(now()).toString();
    }
    const given = arguments.length === 0 ? [now()] : arguments;
    return Reflect.construct(NativeDate, given, new.target);
  }
  ServiceDate.prototype = NativeDate.prototype;
  Object.defineProperty(ServiceDate, 'name', {value: 'Date'});
  Object.defineProperty(NativeDate.prototype, 'constructor',
      {value: ServiceDate, writable: true, configurable: true});
  ServiceDate.now = now;
  ServiceDate.parse = NativeDate.parse;
  ServiceDate.UTC = NativeDate.UTC;

  const set = (name, value) => Object.defineProperty(globalThis, name,
      {value, writable: true, configurable: true, enumerable: false});
  set('Error', ServiceError);
  set('Date', ServiceDate);
  delete globalThis.eval;
})
