import { pathBehind } from '../contract/bases';

/** The parts of a recorded address; whatever was recorded, there is an answer. */
interface Address {
  /** `http:` or `https:`, or what stands in their place. */
  readonly protocol: string;
  /** With the port, where one is named. */
  readonly host: string;
  readonly hostname: string;
  readonly pathname: string;
  /** Whether it is an address at all. */
  readonly isValid: boolean;
}

/** Addresses that were read: those of a protocol come again and again, and forty rules ask for each. */
const read = new Map<string, Address>();
const mostRead = 500;
const longestRead = 500;

/** Reads the parts of an address that are valid. */
export function readAddress(url: string): Address {
  const known = read.get(url);
  if (known !== undefined) return known;
  const address = parse(url);
  if (url.length > longestRead) return address;
  if (read.size >= mostRead) read.clear();
  read.set(url, address);
  return address;
}

/** The path of a request. */
export function pathOfRequest({ request }: { readonly request: { readonly url: string } }): string {
  return readAddress(request.url).pathname;
}

function parse(url: string): Address {
  const isValid = URL.canParse(url);
  const { protocol, host, hostname, pathname } = new URL(isValid ? url : 'http://unknown.invalid');
  return { protocol, host, hostname, pathname: isValid ? pathname : url, isValid };
}

/** An address in pieces, whatever it is. */
interface AddressParts {
  /** With what divides it from the rest, as in `https://`, or `//`. */
  readonly scheme: string;
  readonly userinfo?: string;
  /** With the port. */
  readonly host: string;
  /** Path, query and fragment. */
  readonly rest: string;
}

export function partsOfAddress(url: string): AddressParts {
  const [start = '', scheme = '', userinfo, host = ''] =
    /^((?:[a-z][\w+.-]*:)?\/\/)(?:([^/?#]*)@)?([^/?#@]*)/i.exec(url) ?? [];
  return { scheme, ...(userinfo !== undefined && { userinfo }), host, rest: url.slice(start.length) };
}

/**
 * Scheme, host and port of an address in a form in which two spellings are equal: in lowercase, without the
 * default port of the scheme and without a dot at the end. `undefined` if the text is not an address.
 */
export function comparableOrigin(url: string): string | undefined {
  const { protocol, host, isValid } = readAddress(url);
  return isValid ? `${protocol}//${host.replace(/\.(?=:|$)/, '')}` : undefined;
}

/**
 * The path of an address behind a base address, without its query. `undefined` if the address is not behind that base.
 * The spelling of scheme, host and port does not matter, that of the path does.
 */
export function pathBehindBase(url: string, base: string): string | undefined {
  const origin = comparableOrigin(url);
  if (origin === undefined || origin !== comparableOrigin(base)) return undefined;
  const [path = ''] = partsOfAddress(url).rest.split(/[?#]/);
  return pathBehind(partsOfAddress(base).rest, path);
}

/**
 * The address that a request line asks for at a server (RFC 9112, section 3.3): its target may be a path, an address of
 * its own, the asterisk of OPTIONS, the authority of CONNECT, or no target at all.
 */
export function resolveRequestTarget(origin: string, target: string): string {
  const address = origin + pathIn(target);
  return URL.canParse(address) ? address : `${origin}/`;
}

/**
 * What a request asks for behind the path of a public address: some tunnels strip that path, others leave it. What is
 * known as it came stays so.
 */
export function stripPublicPath(
  target: string,
  publicPath: string,
  isKnown: (path: string) => boolean,
): string {
  const [path = ''] = target.split('?');
  const base = publicPath.replace(/\/$/, '');
  if (base === '' || isKnown(path)) return target;
  return path.startsWith(`${base}/`) ? target.slice(base.length) : target;
}

function pathIn(target: string): string {
  if (target.startsWith('/')) return target;
  // The server that was asked is the one that was reached, whatever host a client writes.
  const absolute = /^https?:\/\/[^/?#]*(.*)$/is.exec(target)?.[1];
  if (absolute === undefined) return `/${target}`;
  return absolute.startsWith('/') ? absolute : `/${absolute}`;
}
