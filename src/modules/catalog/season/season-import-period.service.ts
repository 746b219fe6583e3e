import { invariant } from '#kit/invariant.ts';
import type { SeasonPeriod } from './season-file.ts';
import { importPeriodProgram } from './season-import-program.service.ts';
import { note } from './season-report.ts';
import type { Import } from './season-run.service.ts';
import {
  savePeriod,
  savePeriodProgramGroup,
  savePrintableContract,
  setCurrentPeriod,
  type CatalogKeys,
} from './season.queries.ts';
import { printableContractKey } from '#modules/catalog/stored-files.ts';

/** One school year: its schools with their messages, then its programs with routes and prices. */
export async function importPeriod(
  run: Import,
  keys: CatalogKeys,
  period: SeasonPeriod,
  path: PropertyKey[],
): Promise<void> {
  const saved = await savePeriod(run.tx, periodRow(period));
  note(run.report, 'period', [period.name], saved);
  for (const group of period.program_groups) await importGroup(run, keys, { id: saved.id, ...period }, group);
  for (const [at, program] of period.programs.entries()) {
    const program_id = keys.programs.get(program.program);
    invariant(program_id, 'a checked file refers to programs that exist');
    await importPeriodProgram(
      run,
      { period_id: saved.id, program_id, names: [period.name, program.program] },
      program,
      [...path, 'programs', at],
    );
  }
}

type Group = SeasonPeriod['program_groups'][number];

async function importGroup(
  run: Import,
  keys: CatalogKeys,
  period: SeasonPeriod & { id: number },
  group: Group,
): Promise<void> {
  const { tx, report } = run;
  const program_group_id = keys.programGroups.get(group.program_group.toLowerCase());
  invariant(program_group_id, 'a checked file refers to program groups that exist');
  const names = [period.name, group.program_group];
  const { is_active, active_msg, inactive_msg, first_day_of_school } = group;
  const { id, ...saved } = await savePeriodProgramGroup(tx, {
    period_id: period.id,
    program_group_id,
    is_active,
    active_msg,
    inactive_msg,
    first_day_of_school,
  });
  note(report, 'period_program_group', names, saved);
  for (const [position, { name, file_name }] of group.printable_contracts.entries()) {
    const printable = await savePrintableContract(tx, {
      period_program_group_id: id,
      name,
      file_name,
      position,
    });
    note(report, 'printable_contract', [...names, file_name], printable);
    run.files.push({ name: file_name, key: printableContractKey(id, file_name) });
  }
  if (!(group.is_current ?? period.is_current)) return;
  const change = (await setCurrentPeriod(tx, program_group_id, period.id)) ? 'added' : 'unchanged';
  note(report, 'current_period', names, { change });
}

function periodRow(period: SeasonPeriod) {
  const { name, text } = period;
  return {
    name,
    text,
    starts_on: period.starts_on,
    ends_on: period.ends_on,
    first_day_of_school: period.first_day_of_school,
    aid_balance_due_dt: period.aid_balance_due_dt,
    refund_cutoff: period.refund_cutoff,
    reassign_cutoff: period.reassign_cutoff,
    refund_open: period.refund_open,
    reassign_open: period.reassign_open,
  };
}
