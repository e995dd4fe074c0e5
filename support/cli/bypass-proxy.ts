/** The variables that name hosts which programs reach without a proxy. Some programs read only one of the two. */
const names = ['NO_PROXY', 'no_proxy'] as const;

const proxyVariable = /^(?:https?|all|no)_proxy$/i;

/**
 * Returns an environment in which programs reach these addresses without the proxy that the environment names. Keeps
 * the hosts that the user excluded. Without variables of a proxy, returns the environment unchanged, because
 * Python ignores the proxy settings of the system as soon as one of these variables exists.
 */
export function bypassProxy(env: NodeJS.ProcessEnv, urls: readonly string[]): NodeJS.ProcessEnv {
  if (!Object.keys(env).some((name) => proxyVariable.test(name))) return env;
  const hosts = urls.map((url) => new URL(url).hostname.replace(/^\[(.*)\]$/, '$1'));
  const [upper, lower] = names;
  const excluded = { [upper]: env[upper] ?? env[lower], [lower]: env[lower] ?? env[upper] };
  const added = names.map((name) => [name, withHosts(excluded[name], hosts)] as const);
  return { ...env, ...Object.fromEntries(added) };
}

function withHosts(excluded = '', hosts: readonly string[]): string {
  const kept = excluded.split(/[\s,]+/).filter((host) => host !== '');
  return kept.includes('*')
    ? excluded
    : [...new Set([...kept, 'localhost', '127.0.0.1', ...hosts])].join(',');
}
