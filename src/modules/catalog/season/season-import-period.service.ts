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
    const programId = keys.programs.get(program.program);
    invariant(programId, 'a checked file refers to programs that exist');
    await importPeriodProgram(
      run,
      { periodId: saved.id, programId, names: [period.name, program.program] },
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
  const programGroupId = keys.programGroups.get(group.program_group.toLowerCase());
  invariant(programGroupId, 'a checked file refers to program groups that exist');
  const names = [period.name, group.program_group];
  const {
    is_active: isActive,
    active_msg: activeMsg,
    inactive_msg: inactiveMsg,
    first_day_of_school: firstDayOfSchool,
  } = group;
  const { id, ...saved } = await savePeriodProgramGroup(tx, {
    periodId: period.id,
    programGroupId,
    isActive,
    activeMsg,
    inactiveMsg,
    firstDayOfSchool,
  });
  note(report, 'period_program_group', names, saved);
  for (const [position, { name, file_name: fileName }] of group.printable_contracts.entries()) {
    const printable = await savePrintableContract(tx, { periodProgramGroupId: id, name, fileName, position });
    note(report, 'printable_contract', [...names, fileName], printable);
    run.files.push({ name: fileName, key: printableContractKey(id, fileName) });
  }
  if (!(group.is_current ?? period.is_current)) return;
  const change = (await setCurrentPeriod(tx, programGroupId, period.id)) ? 'added' : 'unchanged';
  note(report, 'current_period', names, { change });
}

function periodRow(period: SeasonPeriod) {
  const { name, text } = period;
  return {
    name,
    text,
    startsOn: period.starts_on,
    endsOn: period.ends_on,
    firstDayOfSchool: period.first_day_of_school,
    aidBalanceDueDt: period.aid_balance_due_dt,
    refundCutoff: period.refund_cutoff,
    reassignCutoff: period.reassign_cutoff,
    refundOpen: period.refund_open,
    reassignOpen: period.reassign_open,
  };
}
