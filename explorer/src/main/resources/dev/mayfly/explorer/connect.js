// How applications connect: addresses, strings and a few lines of code to copy.
import { html, nothing } from './lit-html.js';
import { state, update, notify } from './state.js';

let shown = 'Java';

function snippets(apis) {
  const list = {};
  if (apis.nosql) {
    const { endpoint, key } = apis.nosql;
    const shownKey = key || '<account key>';
    list.Java = `import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosClientBuilder;

CosmosClient client = new CosmosClientBuilder()
    .endpoint("${endpoint}")
    .key("${shownKey}")
    .gatewayMode()
    .buildClient();`;
    list['.NET'] = `using Microsoft.Azure.Cosmos;

var client = new CosmosClient("${endpoint}", "${shownKey}",
    new CosmosClientOptions { ConnectionMode = ConnectionMode.Gateway });`;
    list.JavaScript = `const { CosmosClient } = require("@azure/cosmos");
const client = new CosmosClient({ endpoint: "${endpoint}", key: "${shownKey}" });`;
    list.Python = `from azure.cosmos import CosmosClient
client = CosmosClient("${endpoint}", "${shownKey}")`;
    list.Go = `credential, _ := azcosmos.NewKeyCredential("${shownKey}")
client, _ := azcosmos.NewClientWithKey("${endpoint}", credential, nil)`;
    list['Spring Data'] = `# application.properties
spring.cloud.azure.cosmos.endpoint=${endpoint}
spring.cloud.azure.cosmos.key=${shownKey}
spring.cloud.azure.cosmos.connection-mode=gateway`;
  }
  if (apis.mongodb) {
    list.mongosh = `mongosh "${apis.mongodb.uri}"`;
    list['Node.js (MongoDB)'] = `const { MongoClient } = require("mongodb");
const client = new MongoClient("${apis.mongodb.uri}");`;
    list['Java (MongoDB)'] = `import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;

MongoClient client = MongoClients.create("${apis.mongodb.uri}");`;
    list['Python (MongoDB)'] = `from pymongo import MongoClient
client = MongoClient("${apis.mongodb.uri}")`;
    list['.NET (MongoDB)'] = `using MongoDB.Driver;

var client = new MongoClient("${apis.mongodb.uri}");`;
    list['Go (MongoDB)'] = `client, _ := mongo.Connect(options.Client().ApplyURI("${apis.mongodb.uri}"))`;
  }
  return list;
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    notify('Copied.');
  } catch {
    notify('The browser does not let this page copy; select the text.', 'error');
  }
}

const field = (label, value) => html`<div class="field"><span class="label">${label}</span><code>${value}</code>
  <button @click=${() => copy(value)} aria-label="Copy ${label}">Copy</button></div>`;

export function view() {
  const apis = state.session?.apis || {};
  const all = snippets(apis);
  const names = Object.keys(all);
  const name = names.includes(shown) ? shown : names[0];
  return html`<h1>Connect</h1>
  <div class="pair">
    ${apis.nosql ? html`<section class="card"><h2>Azure Cosmos DB for NoSQL</h2>
      ${field('Endpoint', apis.nosql.endpoint)}
      ${apis.nosql.key ? field('Key', apis.nosql.key) : html`<p class="hint">The account key is the one that the server was started with.</p>`}
      ${apis.nosql.key ? field('Connection string', `AccountEndpoint=${apis.nosql.endpoint}/;AccountKey=${apis.nosql.key};`) : nothing}
      </section>` : nothing}
    ${apis.mongodb ? html`<section class="card"><h2>MongoDB</h2>${field('Connection string', apis.mongodb.uri)}</section>` : nothing}
  </div>
  ${name ? html`<section class="card"><div class="title"><h2>Snippets</h2><span class="grow"></span>
    <select aria-label="Language" .value=${name} @change=${(e) => { shown = e.target.value; update(); }}>
      ${names.map((n) => html`<option ?selected=${n === name}>${n}</option>`)}</select>
      <button @click=${() => copy(all[name])} aria-label="Copy the snippet">Copy</button></div>
    <pre class="output" tabindex="0">${all[name]}</pre></section>` : nothing}`;
}
