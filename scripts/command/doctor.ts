import { constants, existsSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type pg from 'pg';
import { m } from '#i18n/messages.js';
import { readinessProblems } from '#modules/billing/processor/readiness.ts';
import { clockSkew, noteTimeOf } from '#platform/clock/clock-skew.ts';
import { readConfig, type Config } from '#platform/config/config.ts';
import { mistypedSettings } from '#platform/config/mistyped.ts';
import { WrongConfig, type Environment } from '#platform/config/variable.ts';
import { askOnce } from '#platform/db/ask-once.ts';
import { openEmbedded } from '#platform/db/embedded/embedded.ts';
import { listExcessRights } from '#platform/db/portal-role.ts';
import { VERSION } from '#platform/db/program-version.ts';
import { hasOlderTables, readNeeds, refuseUnknownNeeds } from '#platform/db/refuse-newer.ts';
import { reachable } from '#platform/db/unreachable.ts';
import { readFreeSpace } from '#platform/files/data-folder.ts';
import { silentLog } from '#platform/log/log.ts';
import { processorOf } from '#platform/payments/processor.ts';
import { openStripeGateway } from '#platform/payments/stripe/open-stripe.ts';
import { COMPANY_TIME_ZONE } from '#kit/local-time.ts';
import { idOfKey } from '#platform/vault/vault.ts';
import { findBackupTrouble, findFilesTrouble, findMailTrouble } from '#server/outside-services.ts';
import { KNOWN } from '#server/prepare-database.ts';
import { DONE, NOT_DONE, type Handler } from './command-line.ts';
import { say } from './say.ts';

/*
 * `doctor`: each part of an installation with its state and what to do, while the portal runs or not. Writes
 * nothing but a file in the bucket, which it deletes, and one in the bucket for backups (MO12).
 */

const PARTS = {
  versions: m.portal_doctor_part_versions,
  settings: m.portal_doctor_part_settings,
  disk: m.portal_doctor_part_disk,
  database: m.portal_doctor_part_database,
  mail: m.portal_doctor_part_mail,
  files: m.portal_doctor_part_files,
  backups: m.portal_doctor_part_backups,
  processor: m.portal_doctor_part_processor,
  clock: m.portal_doctor_part_clock,
} as const;

const MARKS = {
  good: m.portal_doctor_good,
  look: m.portal_doctor_look,
  bad: m.portal_doctor_bad,
} as const;

type Grade = readonly [state: keyof typeof MARKS, sentence: string];

export type Found = { part: keyof typeof PARTS; state: keyof typeof MARKS; sentence: string };

const FIRST_NODE = 24;
const FIRST_POSTGRES = 15;

function gradeVersions(): Grade {
  const facts = { version: VERSION, node: process.versions.node };
  const isOld = Number.parseInt(facts.node, 10) < FIRST_NODE;
  return isOld ? ['bad', m.portal_doctor_old_node(facts)] : ['good', m.portal_doctor_versions(facts)];
}

/** @returns a sentence for each setting under a wrong name */
const sayMistyped = (environment: Environment): string[] =>
  mistypedSettings(environment).map(({ name, meant }) => m.portal_doctor_mistyped({ name, meant }));

function gradeSettings(config: Config, environment: Environment): Grade {
  const { nodeEnv, publicUrl, isReachable, lacksForProduction } = config;
  const mistyped = sayMistyped(environment);
  if (mistyped.length > 0) return ['look', mistyped.join(' ')];
  const demands = [...new Set(lacksForProduction)].join(' ');
  if (isReachable && demands) return ['look', m.portal_production_demands({ demands })];
  return ['good', m.portal_doctor_settings({ mode: nodeEnv, address: publicUrl })];
}

/** The folder itself, or the nearest folder above that exists: the first start creates the rest. */
function existingPart(folder: string): string {
  return existsSync(folder) ? folder : existingPart(dirname(folder));
}

async function gradeDisk({ dataDir }: Config): Promise<Grade> {
  const folder = resolve(dataDir);
  try {
    // With "/." at the end, a file in place of a folder is refused too.
    await access(`${existingPart(folder)}/.`, constants.W_OK);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    return ['bad', m.portal_data_folder_unwritable({ folder, code })];
  }
  if (!existsSync(folder)) return ['good', m.portal_doctor_disk_new({ folder })];
  const { free_mb: free, is_low } = await readFreeSpace(folder);
  if (is_low) return ['bad', m.portal_doctor_disk_low({ free, folder })];
  return ['good', m.portal_doctor_disk({ free, folder })];
}

/** @returns the id of a key in use that VAULT_KEYS lacks; undefined without VAULT_KEYS: the key is a file */
async function findLackingKey(client: pg.Client, keys: readonly string[]): Promise<string | undefined> {
  if (keys.length === 0) return undefined;
  const known = new Set(keys.map((key) => idOfKey(Buffer.from(key, 'base64'))));
  const { rows } = await client.query<{ key_id: string }>(
    'select key_id from vault_keys where left_at is null',
  );
  return rows.find(({ key_id }) => !known.has(key_id))?.key_id;
}

/** @throws Error with a sentence if a newer program has opened the database */
async function gradeTables(client: pg.Client, config: Config): Promise<Grade> {
  const { isProduction, vaultKeys } = config;
  const isOutside = config.databaseUrl !== '';
  const { rows } = await client.query<{ version: string; now: Date }>(
    `select current_setting('server_version') as version, clock_timestamp() as now`,
  );
  const postgres = rows[0]!.version;
  if (isOutside) noteTimeOf('database', rows[0]!.now);
  if (Number.parseInt(postgres, 10) < FIRST_POSTGRES)
    return ['bad', m.portal_doctor_database_old({ postgres })];
  const needs = await readNeeds(client);
  refuseUnknownNeeds(needs, KNOWN);
  if (needs.needs.length === 0) return ['good', m.portal_doctor_database_empty({ postgres })];
  if (hasOlderTables(needs, KNOWN.migrations)) return ['look', m.portal_doctor_database_older()];
  const lacking = await findLackingKey(client, vaultKeys);
  if (lacking) return ['bad', m.portal_doctor_key_missing({ id: lacking })];
  const rights = isOutside ? await listExcessRights(client) : [];
  // A start in production refuses the role.
  const state = isProduction ? 'bad' : 'look';
  if (rights.length > 0)
    return [state, m.portal_database_role_may_do_too_much({ rights: rights.join(', ') })];
  const version = needs.version ?? m.portal_database_version_unknown();
  return ['good', m.portal_doctor_database({ postgres, version })];
}

/** @throws Error with a sentence if an address leads nowhere, or a newer program has opened the database */
async function gradeOutside(config: Config): Promise<Grade> {
  const { databaseUrl, databaseOwnerUrl } = config;
  await reachable('DATABASE_URL', databaseUrl);
  if (databaseOwnerUrl) await reachable('DATABASE_OWNER_URL', databaseOwnerUrl);
  return askOnce(databaseUrl, (client) => gradeTables(client, config));
}

async function gradeDatabase(config: Config): Promise<Grade> {
  const { databaseUrl, dataDir } = config;
  if (databaseUrl) return gradeOutside(config);
  if (!existsSync(join(dataDir, 'postgres/data')))
    return ['good', m.portal_doctor_database_none({ folder: dataDir })];
  const { ownerUrl, stop } = await openEmbedded({ dataDir, log: silentLog(), role: 'tool' });
  try {
    return await askOnce(ownerUrl, (client) => gradeTables(client, config));
  } finally {
    await stop();
  }
}

async function gradeMail(config: Config): Promise<Grade> {
  const sentence = await findMailTrouble(config);
  if (sentence) return ['bad', sentence];
  if (config.smtpUrl) return ['good', m.portal_doctor_mail()];
  return ['look', m.portal_doctor_mail_files({ folder: join(config.dataDir, 'mail') })];
}

async function gradeFiles(config: Config): Promise<Grade> {
  const sentence = await findFilesTrouble(config);
  if (sentence) return ['bad', sentence];
  if (config.s3) return ['good', m.portal_doctor_files()];
  return ['good', m.portal_doctor_files_local({ folder: join(config.dataDir, 'files') })];
}

async function gradeBackups(config: Config): Promise<Grade> {
  const sentence = await findBackupTrouble(config);
  if (sentence) return ['bad', sentence];
  if (config.backup) return ['good', m.portal_doctor_backups()];
  if (config.databaseUrl) return ['good', m.portal_doctor_backups_outside()];
  return ['look', m.portal_doctor_backups_none()];
}

async function gradeProcessor(config: Config): Promise<Grade> {
  const { stripe } = config;
  const processor = processorOf(config);
  if (!stripe) return ['look', m.portal_doctor_processor_sandbox()];
  const { secretKey, webhookSecrets, simulator } = stripe;
  try {
    const gateway = await openStripeGateway({
      secretKey,
      webhookSecrets,
      portal: 'doctor',
      log: silentLog(),
      ...(simulator && { simulator: { origin: simulator } }),
    });
    const problems = readinessProblems(await gateway.readReadiness(), COMPANY_TIME_ZONE);
    if (problems.length === 0) return ['good', m.portal_doctor_processor({ processor })];
    const state = problems.some(({ closes }) => closes.length > 0) ? 'bad' : 'look';
    return [state, problems.map(({ sentence }) => sentence).join(' ')];
  } catch (error) {
    return ['bad', m.portal_doctor_processor_away({ processor, why: (error as Error).message })];
  }
}

/** After database and processor, whose answers carry their time. */
function gradeClock({ databaseUrl, stripe }: Config): Grade {
  const { ahead_s, sentence } = clockSkew();
  if (sentence) return ['bad', sentence];
  if (!databaseUrl && !stripe) return ['good', m.portal_doctor_clock_alone()];
  return ['good', m.portal_doctor_clock({ seconds: Math.abs(ahead_s) })];
}

type Check = (config: Config, environment: Environment) => Grade | Promise<Grade>;

const CHECKS: readonly [Found['part'], Check][] = [
  ['settings', gradeSettings],
  ['disk', gradeDisk],
  ['database', gradeDatabase],
  ['mail', gradeMail],
  ['files', gradeFiles],
  ['backups', gradeBackups],
  ['processor', gradeProcessor],
  ['clock', gradeClock],
];

/** @returns all parts; wrong settings end the list, as nothing else can be reached without them */
export async function examine(environment: Environment): Promise<Found[]> {
  const [state, sentence] = gradeVersions();
  const found: Found[] = [{ part: 'versions', state, sentence }];
  let config: Config;
  try {
    config = readConfig(environment);
  } catch (error) {
    if (!(error instanceof WrongConfig)) throw error;
    return [
      ...found,
      { part: 'settings', state: 'bad', sentence: [error.message, ...sayMistyped(environment)].join(' ') },
    ];
  }
  for (const [part, grade] of CHECKS) {
    const [graded, said] = await Promise.resolve(grade(config, environment)).catch((error: Error): Grade => [
      'bad',
      error.message,
    ]);
    found.push({ part, state: graded, sentence: said });
  }
  return found;
}

const WIDTHS = { mark: 5, part: 10 };

export const doctor: Handler = async () => {
  const found = await examine(process.env);
  for (const { part, state, sentence } of found)
    say(`${MARKS[state]().padEnd(WIDTHS.mark)}${PARTS[part]().padEnd(WIDTHS.part)} ${sentence}`);
  const count = (state: Found['state']) => found.filter((one) => one.state === state).length;
  say(m.portal_doctor_found({ bad: count('bad'), look: count('look') }));
  return count('bad') === 0 ? DONE : NOT_DONE;
};
