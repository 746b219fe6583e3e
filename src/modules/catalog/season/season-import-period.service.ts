import { invariant } from '#kit/invariant.ts';
import type { SeasonPeriod } from './season-file.ts';
import { importPeriodProgram, type Import } from './season-import-program.service.ts';
import { note } from './season-report.ts';
import {
  savePeriod,
  savePeriodProgramGroup,
  savePrintableContract,
  setCurrentPeriod,
  type CatalogKeys,
} from './season.queries.ts';
import { printableContractKey } from '#modules/catalog/stored-files.ts';

export async function importPeriod(
  run: Import,
  keys: CatalogKeys,
  period: SeasonPeriod,
  path: PropertyKey[],
): Promise<void> {
  const { program_groups, programs, is_current: _, ...row } = period;
  const saved = await savePeriod(run.tx, row);
  note(run.report, 'period', [period.name], saved);
  for (const group of program_groups) await importGroup(run, keys, { id: saved.id, ...period }, group);
  for (const [at, program] of programs.entries()) {
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
  const { program_group: _, is_current = period.is_current, printable_contracts, ...row } = group;
  const { id, ...saved } = await savePeriodProgramGroup(tx, {
    period_id: period.id,
    program_group_id,
    ...row,
  });
  note(report, 'period_program_group', names, saved);
  for (const [position, contract] of printable_contracts.entries()) {
    const { file_name } = contract;
    const printable = await savePrintableContract(tx, {
      period_program_group_id: id,
      ...contract,
      position,
    });
    note(report, 'printable_contract', [...names, file_name], printable);
    run.files.push({ name: file_name, key: printableContractKey(id, file_name) });
  }
  if (!is_current) return;
  const change = (await setCurrentPeriod(tx, program_group_id, period.id)) ? 'added' : 'unchanged';
  note(report, 'current_period', names, { change });
}
