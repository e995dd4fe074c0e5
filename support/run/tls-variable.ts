const name = 'NODE_TLS_REJECT_UNAUTHORIZED';

/**
 * Takes the variable that turns verification off out of an environment, and says so where it was set. It has no effect
 * on the suite's connections even if it stays; but Node would warn that it has.
 */
export function removeTlsVariable(env: NodeJS.ProcessEnv = process.env): readonly string[] {
  if (env[name] !== '0') return [];
  Reflect.deleteProperty(env, name);
  return [
    `${name}=0 has no effect here: the suite verifies every certificate. For a private authority, name its certificate in tls.ca`,
  ];
}
