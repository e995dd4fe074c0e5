/**
 * Maps the product that a tool writes in User-Agent, in lowercase, to the name of the tool. A User-Agent may
 * contain anything, so reports name a tool only if its product is in this list.
 */
const tools: ReadonlyMap<string, string> = new Map([
  ['aiohttp', 'aiohttp'],
  ['apache-httpclient', 'Apache HttpClient'],
  ['axios', 'axios'],
  ['bruno-runtime', 'Bruno'],
  ['brunoruntime', 'Bruno'],
  ['bun', 'Bun'],
  ['curl', 'curl'],
  ['dart', 'Dart'],
  ['deno', 'Deno'],
  ['faraday', 'Faraday'],
  ['gatling', 'Gatling'],
  ['go-http-client', 'Go net/http'],
  ['go-resty', 'resty'],
  ['guzzlehttp', 'Guzzle'],
  ['httpie', 'HTTPie'],
  ['insomnia', 'Insomnia'],
  ['java', 'Java'],
  ['java-http-client', 'Java HttpClient'],
  ['jmeter', 'JMeter'],
  ['k6', 'k6'],
  ['mozilla', 'a browser'],
  ['node', 'Node.js'],
  ['node-fetch', 'node-fetch'],
  ['okhttp', 'okhttp'],
  ['postmanruntime', 'Postman'],
  ['python-httpx', 'python-httpx'],
  ['python-requests', 'python-requests'],
  ['python-urllib', 'python-urllib'],
  ['python-urllib3', 'urllib3'],
  ['reactornetty', 'Reactor Netty'],
  ['reqwest', 'reqwest'],
  ['restsharp', 'RestSharp'],
  ['soapui', 'SoapUI'],
  ['undici', 'undici'],
  ['wget', 'Wget'],
]);

/** The names of all known tools. */
export const toolNames: readonly string[] = [...new Set(tools.values())];

/** Whether a product of a User-Agent, without its version, belongs to a known tool. */
export const isToolProduct = (product: string): boolean => tools.has(product.toLowerCase());

/** A User-Agent longer than this is not that of a tool. In characters. */
const longestUserAgent = 500;

/** Returns the name of the first known tool in a User-Agent: `Postman` for `PostmanRuntime/7.36.0`. */
export function toolNamedIn(userAgent: string): string | undefined {
  if (userAgent.length > longestUserAgent) return undefined;
  for (const [, product = ''] of userAgent.matchAll(/([^\s,;()/]+)(?:\/[^\s,;()]*)?/g)) {
    const tool = tools.get(product.toLowerCase());
    if (tool !== undefined) return tool;
  }
  return undefined;
}
