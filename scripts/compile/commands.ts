/** Commands on the database of a portal, which are built with it. */
export const COMMAND_FILES = [
  'scripts/audit.ts',
  'scripts/backup.ts',
  'scripts/migrate.ts',
  'scripts/processor.ts',
  'scripts/restore.ts',
  'scripts/season.ts',
  'scripts/staff.ts',
];
