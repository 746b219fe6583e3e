import packageJson from '../../package.json' with { type: 'json' };

const TARGETS: Record<string, string> = { ios_saf: 'ios' };

/** The oldest browsers that the portal serves, as a build names them: `safari16.4`. */
export const floorTargets: readonly string[] = packageJson.browserslist.map((line) => {
  const [, name = '', version = ''] = /^(\w+) >= ([\d.]+)$/.exec(line) ?? [];
  if (!version) throw new Error(`the floor of package.json names no browser with its version: ${line}`);
  return `${TARGETS[name] ?? name}${version}`;
});
