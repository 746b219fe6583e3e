import { afterEach, describe, expect, it, vi } from 'vitest';
import { m } from '#i18n/messages.js';
import { COMMANDS } from '../../scripts/command/commands.ts';
import { DONE, runCommandLine, type Command, type Given } from '../../scripts/command/command-line.ts';
import { swallowedOptions } from '../../scripts/command/swallowed-options.ts';

type Ran = { code: number; out: string; err: string };

afterEach(() => vi.restoreAllMocks());

/** Runs a command line in this process. */
async function run(
  line: string | string[],
  env: NodeJS.ProcessEnv = {},
  commands: readonly Command[] = COMMANDS,
): Promise<Ran> {
  const [out, err]: [string[], string[]] = [[], []];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean(out.push(String(text))));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean(err.push(String(text))));
  const words = typeof line === 'string' ? line.split(' ').filter(Boolean) : line;
  const code = await runCommandLine(commands, words, env).finally(() => vi.restoreAllMocks());
  return { code, out: out.join(''), err: err.join('') };
}

/** The commands, where each remembers what it was given and does nothing else. */
function remembering(): { given: Given[]; commands: Command[] } {
  const given: Given[] = [];
  const load = async () => async (one: Given) => {
    given.push(one);
    return DONE;
  };
  return { given, commands: COMMANDS.map((command) => ({ ...command, load })) };
}

/** @shows MO3.1 */
describe('the command line', () => {
  it('lists every command, and explains each with its values and options', async () => {
    const overview = await run('--help');
    expect(overview).toMatchObject({ code: 0, err: '' });
    for (const { words, values = '', options = {}, about } of COMMANDS) {
      const usage = `node schoolrun.js ${words}${values && ` ${values}`}`;
      expect(overview.out).toContain(usage);
      const help = await run(`${words} --help`);
      expect(help).toMatchObject({ code: 0, err: '' });
      expect(help.out).toContain(usage);
      expect(help.out).toContain(about());
      for (const name of [...Object.keys(options), 'help'])
        expect(help.out).toMatch(new RegExp(`^  --${name}\\b.*  \\S`, 'm'));
    }
    const group = await run('staff --help');
    expect(group.out).toContain('staff reset-factor EMAIL');
    expect(group.out).not.toContain('season import');
  });

  it('gives values and options to the command that the words name', async () => {
    const { given, commands } = remembering();
    await run(['staff', 'add', 'a@b.example', '--name', 'Noor van Haddad', '--super'], {}, commands);
    await run('season import --dry-run season.json', {}, commands);
    await run('audit stream --after=7', {}, commands);
    expect(given.map(({ values, options }) => [values, { ...options }])).toEqual([
      [['a@b.example'], { name: 'Noor van Haddad', super: true }],
      [['season.json'], { 'dry-run': true }],
      [[], { after: '7' }],
    ]);
  });

  it('ends with the code of the command, and with 1 and a sentence when the command fails', async () => {
    const failing = (load: Command['load']) => [{ words: 'migrate', about: () => '', load }];
    expect(
      (
        await run(
          'migrate',
          {},
          failing(async () => async () => 1),
        )
      ).code,
    ).toBe(1);
    const broken = failing(async () => async () => Promise.reject(new Error('The database is away.')));
    expect(await run('migrate', {}, broken)).toEqual({ code: 1, out: '', err: 'The database is away.\n' });
  });

  it.each([
    ['', 'No command was given.'],
    ['sesaon import x.json', 'There is no command “sesaon import”.'],
    ['staff', 'There is no command “staff”.'],
    ['staff remove a@b.example', 'There is no command “staff remove”.'],
    ['staff add', 'EMAIL is missing.'],
    ['staff add noor', 'EMAIL must be an email address, not “noor”.'],
    ['staff add a@b.example admin', '“admin” is one value too many.'],
    ['staff add a@b.example --supr', "Unknown option '--supr'."],
    ['staff add a@b.example --role parent', 'ROLE must be one of these, not “parent”: dispatcher, admin'],
    ['staff add a@b.example --role owner', 'ROLE must be one of these, not “owner”'],
    ['staff add a@b.example --super --role dispatcher', 'Give --super or --role, not both.'],
    ['staff role a@b.example', 'ROLE is missing.'],
    ['staff role a@b.example toString', 'ROLE must be one of these, not “toString”: parent, dispatcher'],
    ['staff role a@b.example admin now', '“now” is one value too many.'],
    ['staff role a@b.example admin --role dispatcher', "Unknown option '--role'."],
    ['staff disable a@b.example --super', "Unknown option '--super'."],
    ['staff disable noor', 'EMAIL must be an email address, not “noor”.'],
    ['staff reset-factor', 'EMAIL is missing.'],
    ['staff list a@b.example', '“a@b.example” is one value too many.'],
    ['season export x.json --dry-run', "Unknown option '--dry-run'."],
    ['audit verify --head 7', '--head must be SEQ:HASH'],
    ['audit verify --head', "Option '--head <value>' argument missing"],
    ['audit stream --after x', '--after must be the number of a link.'],
    ['processor adopt --notfy', "Unknown option '--notfy'."],
    ['backup', 'FOLDER is missing.'],
    ['migrate now', '“now” is one value too many.'],
    ['pci watch here', 'PUBLIC_URL must be an address'],
  ])('refuses “%s” with a sentence and exit code 2, and does nothing', async (line, sentence) => {
    const ran = await run(line);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain(sentence);
    expect(ran.err).toContain('Usage: node schoolrun.js');
  });
});

/** @shows MO12.12 */
it('a command on a full disk says what to do', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const commands = COMMANDS.map((command) => ({ ...command, load: async () => () => Promise.reject(full) }));
  const ran = await run('backup /backups/today', {}, commands);
  expect(ran).toEqual({ code: 1, out: '', err: `${m.portal_command_disk_full()}\n` });
});

/** @shows MO3.2 */
describe('an option that npm has kept for itself', () => {
  it.each([
    [{ npm_config_dry_run: 'true' }, '--dry-run'],
    [{ npm_config_dryrun: 'true' }, '--dry-run'],
    [{ NPM_CONFIG_SUPER: 'true' }, '--super'],
    [{ npm_config_role: 'dispatcher' }, '--role dispatcher'],
  ])('stops the command before it does anything: %o', async (env, option) => {
    const { given, commands } = remembering();
    const ran = await run('season import x.json', env, commands);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain(`npm kept ${option} for itself`);
    expect(ran.err).toContain(`  node schoolrun.js season import x.json ${option}\n`);
    expect(given).toEqual([]);
  });

  it('is put before its value, which npm leaves among the words', async () => {
    const ran = await run('staff add a@b.example dispatcher', { npm_config_role: 'true' });
    expect(ran.err).toContain('  node schoolrun.js staff add a@b.example --role dispatcher\n');
  });

  it('is none of npm’s own settings, nor an option that was denied', () => {
    const env = { npm_config_fund: 'false', npm_config_user_agent: 'npm/11', npm_config_dry_run: '' };
    expect(swallowedOptions(env, ['dry-run', 'super'])).toEqual([]);
    expect(swallowedOptions({ npm_config_dry_run: 'false' }, ['dry-run'])).toEqual([]);
  });
});
