import { parseArgs, type ParseArgsConfig } from 'node:util';
import { m } from '#i18n/messages.js';
import { complain } from './say.ts';

const NPM_SETTING = /^npm_config_(.+)$/i;

const folded = (name: string) => name.toLowerCase().replaceAll(/[-_]/g, '');

/**
 * Options that npm has kept for itself: npm reads every option before a lone `--` as a setting of its own,
 * hands the setting on in the environment, and starts the script without the option.
 * @param names  options of the script; `dryrun` and `dry_run` are taken for `dry-run`
 * @returns the options as they were typed
 */
export function swallowedOptions(env: NodeJS.ProcessEnv, names: readonly string[]): string[] {
  const known = new Map(names.map((name) => [folded(name), name]));
  return Object.entries(env).flatMap(([variable, value = '']) => {
    const name = known.get(folded(NPM_SETTING.exec(variable)?.[1] ?? ''));
    if (name === undefined || value === '' || value === 'false') return [];
    return [value === 'true' ? `--${name}` : `--${name} ${value}`];
  });
}

/**
 * Prints the right line. npm leaves the value of an unknown option among the words, as the last word if the
 * option was typed last.
 * @param takesValue  whether an option has a value
 */
export function complainOfSwallowed(
  words: readonly string[],
  options: readonly string[],
  takesValue: (name: string) => boolean,
): void {
  const line = [...words];
  for (const option of options) line.splice(takesValue(option.slice(2)) ? -1 : line.length, 0, option);
  complain(m.portal_command_swallowed({ options: options.join(' '), line: line.join(' ') }));
}

/**
 * `parseArgs` for a script of npm that is no command of schoolrun.js. Ends the process if npm has kept an
 * option, because a run with other options than the typed ones may take hours or mislead.
 */
export function parseOptions<const Config extends ParseArgsConfig>(config: Config) {
  const swallowed = swallowedOptions(process.env, Object.keys(config.options ?? {}));
  if (swallowed.length > 0) {
    const script = process.env['npm_lifecycle_event'] ?? '';
    const words = ['npm run', script, '--', ...process.argv.slice(2)];
    complainOfSwallowed(words, swallowed, (name) => config.options?.[name]?.type === 'string');
    process.exit(2);
  }
  return parseArgs(config);
}
