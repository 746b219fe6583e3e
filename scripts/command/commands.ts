import { m } from '#i18n/messages.js';
import type { Command } from './command-line.ts';

/** Commands on a portal. Each loads its code alone. */
export const COMMANDS: readonly Command[] = [
  {
    words: 'season import',
    values: 'FILE',
    options: { 'dry-run': true, 'replace-staff': true },
    about: m.portal_command_season_import,
    load: async () => (await import('./season.ts')).importSeason,
  },
  {
    words: 'season export',
    values: 'FILE',
    about: m.portal_command_season_export,
    load: async () => (await import('./season.ts')).exportSeason,
  },
  {
    words: 'staff add',
    values: 'EMAIL',
    options: { super: true, role: 'ROLE', name: '"FIRST LAST"', existing: true },
    about: m.portal_command_staff_add,
    load: async () => (await import('./staff.ts')).add,
  },
  {
    words: 'staff role',
    values: 'EMAIL ROLE',
    options: { existing: true },
    about: m.portal_command_staff_role,
    load: async () => (await import('./staff.ts')).changeTo,
  },
  {
    words: 'staff disable',
    values: 'EMAIL',
    about: m.portal_command_staff_disable,
    load: async () => (await import('./staff.ts')).disable,
  },
  {
    words: 'staff reset-factor',
    values: 'EMAIL',
    about: m.portal_command_staff_reset_factor,
    load: async () => (await import('./staff.ts')).resetFactorOf,
  },
  {
    words: 'staff list',
    about: m.portal_command_staff_list,
    load: async () => (await import('./staff.ts')).list,
  },
  {
    words: 'backup store',
    about: m.portal_command_backup_store,
    load: async () => (await import('./backup.ts')).storeNow,
  },
  {
    words: 'backup note',
    about: m.portal_command_backup_note,
    load: async () => (await import('./backup.ts')).noteNow,
  },
  {
    words: 'backup fetch',
    values: 'NAME FOLDER',
    about: m.portal_command_backup_fetch,
    load: async () => (await import('./backup.ts')).fetchInto,
  },
  {
    words: 'backup',
    values: 'FOLDER',
    about: m.portal_command_backup,
    load: async () => (await import('./backup.ts')).backUp,
  },
  {
    words: 'restore',
    values: 'FOLDER',
    options: { unsigned: true },
    about: m.portal_command_restore,
    load: async () => (await import('./restore.ts')).restore,
  },
  {
    words: 'migrate',
    about: m.portal_command_migrate,
    load: async () => (await import('./migrate.ts')).migrate,
  },
  {
    words: 'doctor',
    about: m.portal_command_doctor,
    load: async () => (await import('./doctor.ts')).doctor,
  },
  {
    words: 'sql',
    values: '[STATEMENT]',
    options: { write: true },
    about: m.portal_command_sql,
    load: async () => (await import('./sql.ts')).sql,
  },
  {
    words: 'audit verify',
    options: { head: 'SEQ:HASH' },
    about: m.portal_command_audit_verify,
    load: async () => (await import('./audit.ts')).verify,
  },
  {
    words: 'audit stream',
    options: { after: 'SEQ', follow: true },
    about: m.portal_command_audit_stream,
    load: async () => (await import('./audit.ts')).stream,
  },
  {
    words: 'processor status',
    about: m.portal_command_processor_status,
    load: async () => (await import('./processor.ts')).status,
  },
  {
    words: 'processor adopt',
    options: { notify: true },
    about: m.portal_command_processor_adopt,
    load: async () => (await import('./processor.ts')).adoptAccount,
  },
  {
    words: 'pci watch',
    values: 'PUBLIC_URL',
    about: m.portal_command_pci_watch,
    load: async () => (await import('./pci-watch.ts')).watch,
  },
];
