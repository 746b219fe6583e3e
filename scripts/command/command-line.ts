import { parseArgs, type ParseArgsConfig } from 'node:util';
import { m } from '#i18n/messages.js';
import { VERSION } from '#platform/db/program-version.ts';
import { complain, say } from './say.ts';
import { complainOfSwallowed, swallowedOptions } from './swallowed-options.ts';

/** What a person typed behind the words of a command. */
export type Given = {
  values: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
};

/** The exit code: `DONE`, or `NOT_DONE` if the command was refused or found something wrong. */
export type Handler = (given: Given) => Promise<number>;

export type Command = {
  /** `season import` */
  words: string;
  /** the values that follow the words: `EMAIL ROLE`; one in brackets may be left out */
  values?: string;
  /** the placeholder of an option's value, or `true` for an option without a value */
  options?: Readonly<Record<string, string | true>>;
  about: () => string;
  load: () => Promise<Handler>;
};

export const DONE = 0;
export const NOT_DONE = 1;
/** The command line was not understood, and nothing was done. */
const NOT_UNDERSTOOD = 2;

/** Thrown by a handler for a value that no database is needed to refuse. */
export class NotUnderstood extends Error {}

const ABOUT_OPTIONS: Record<string, () => string> = {
  'dry-run': m.portal_option_dry_run,
  'replace-staff': m.portal_option_replace_staff,
  super: m.portal_option_super,
  role: m.portal_option_role,
  name: m.portal_option_name,
  existing: m.portal_option_existing,
  head: m.portal_option_head,
  after: m.portal_option_after,
  follow: m.portal_option_follow,
  notify: m.portal_option_notify,
  unsigned: m.portal_option_unsigned,
  write: m.portal_option_write,
  help: m.portal_option_help,
};

const optionText = (name: string, value: string | true) => `--${name}${value === true ? '' : ` ${value}`}`;

const isText = (value: string | true | undefined) => typeof value === 'string';

const optionsOf = ({ options = {} }: Command) => Object.entries(options);

function usageOf(command: Command): string {
  const options = optionsOf(command).map(([name, value]) => `[${optionText(name, value)}]`);
  return ['node schoolrun.js', command.words, command.values, ...options].filter(Boolean).join(' ');
}

function helpOf(command: Command): string {
  const options = [...optionsOf(command), ['help', true] as const].map(([name, value]) => ({
    text: optionText(name, value),
    about: ABOUT_OPTIONS[name]!(),
  }));
  const width = Math.max(...options.map(({ text }) => text.length));
  return [
    m.portal_command_usage({ usage: usageOf(command) }),
    `\n${command.about()}\n`,
    m.portal_command_options(),
    ...options.map(({ text, about }) => `  ${text.padEnd(width)}  ${about}`),
  ].join('\n');
}

const overviewOf = (commands: readonly Command[]): string =>
  [
    m.portal_command_overview(),
    ...commands.map((command) => `  ${usageOf(command)}\n      ${command.about()}`),
    `\n${m.portal_command_help()}`,
  ].join('\n');

const asksForHelp = (word: string | undefined) => word === '--help' || word === '-h';

function refuse(sentence: string, help: string): number {
  complain(`${sentence}\n\n${help}`);
  return NOT_UNDERSTOOD;
}

/**
 * Runs the command that the words name.
 * @param env  npm keeps options of its command line here
 * @returns the exit code
 */
export async function runCommandLine(
  commands: readonly Command[],
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const swallowed = swallowedOptions(env, Object.keys(ABOUT_OPTIONS));
  if (swallowed.length > 0) {
    const takesValue = (name: string) => commands.some(({ options }) => isText(options?.[name]));
    complainOfSwallowed(['node schoolrun.js', ...words], swallowed, takesValue);
    return NOT_UNDERSTOOD;
  }
  const command = commands.find((one) => one.words.split(' ').every((word, at) => word === words[at]));
  if (command) return runOne(command, words.slice(command.words.split(' ').length));
  const [group] = words;
  const isHelp = [group, words[1]].some(asksForHelp);
  if (group === '--version') say(VERSION);
  else if (isHelp) say(overviewOf(inGroup(commands, group)));
  else if (group === undefined) return refuse(m.portal_command_missing(), overviewOf(commands));
  else
    return refuse(
      m.portal_command_unknown({ words: words.slice(0, 2).join(' ') }),
      overviewOf(inGroup(commands, group)),
    );
  return DONE;
}

/** The commands that begin with a word, or all. */
function inGroup(commands: readonly Command[], group: string | undefined): readonly Command[] {
  const found = commands.filter(({ words }) => words.split(' ')[0] === group);
  return found.length > 0 ? found : commands;
}

async function runOne(command: Command, rest: readonly string[]): Promise<number> {
  if (rest.some(asksForHelp)) {
    say(helpOf(command));
    return DONE;
  }
  try {
    const given = read(command, rest);
    return await (
      await command.load()
    )(given);
  } catch (error) {
    if (error instanceof NotUnderstood) return refuse(error.message, helpOf(command));
    complain(sentenceOf(error));
    return NOT_DONE;
  }
}

/** The error of a full disk names neither the disk nor what to do. */
function sentenceOf(error: unknown): string {
  if ((error as NodeJS.ErrnoException | null)?.code === 'ENOSPC') return m.portal_command_disk_full();
  return error instanceof Error ? error.message : String(error);
}

/** @throws NotUnderstood */
function read(command: Command, args: readonly string[]): Given {
  const options: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
    optionsOf(command).map(([name, value]) => [name, { type: value === true ? 'boolean' : 'string' }]),
  );
  const names = command.values?.split(' ') ?? [];
  const { values, positionals } = parse(args, options);
  const missing = names[positionals.length];
  if (missing && !missing.startsWith('['))
    throw new NotUnderstood(m.portal_command_value_missing({ name: missing }));
  const spare = positionals[names.length];
  if (spare !== undefined) throw new NotUnderstood(m.portal_command_value_spare({ value: spare }));
  return { values: positionals, options: values as Given['options'] };
}

function parse(args: readonly string[], options: NonNullable<ParseArgsConfig['options']>) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    // The first sentence names the option; further ones explain a syntax that no command needs.
    const [sentence = ''] = (error as Error).message.split(/(?<=\.)\s/);
    throw new NotUnderstood(sentence, { cause: error });
  }
}
