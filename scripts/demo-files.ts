import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawMap } from './demo/draw-map.ts';
import { printContract } from './demo/print-contract.ts';
import { routeMaps } from './demo/route-maps.ts';

/*
 * `node scripts/demo-files.ts` draws the demo season's route maps and sets its contracts to print.
 * The files are committed, so this runs only when the maps or the contract texts change.
 */

const DEMO = join(import.meta.dirname, '../src/db/demo');
const FILES = join(DEMO, 'files');

type DemoSeason = {
  divisions: [
    { company_name: string; address_1: string; city: string; state: string; zip: string; phone_main: string },
  ];
  program_groups: { text: string; programs: { name: string; text: string }[] }[];
  periods: { text: string; programs: { program: string; contract_text: string }[] }[];
};

const season = JSON.parse(readFileSync(join(DEMO, 'season.json'), 'utf8')) as DemoSeason;

const contracts = [
  { file: 'ecfs-2027.pdf', program: 'ecfs-ms-us', route: undefined },
  { file: 'hm-lower-2027.pdf', program: 'hm-lower', route: undefined },
  { file: 'hm-middle-upper-2027.pdf', program: 'hm-middle-upper', route: undefined },
  { file: 'hm-lower-round-trip.pdf', program: 'hm-lower', route: 'Round trip' },
];

mkdirSync(join(FILES, 'content'), { recursive: true });
for (const map of routeMaps) writeFileSync(join(FILES, 'content', `${map.file}.svg`), drawMap(map));
for (const { file, program, route } of contracts)
  writeFileSync(join(FILES, file), await printContract(contractOf(program, route)));

function contractOf(name: string, route: string | undefined) {
  const [division] = season.divisions;
  const [period] = season.periods;
  const group = season.program_groups.find(({ programs }) =>
    programs.some((program) => program.name === name),
  );
  const program = group?.programs.find((one) => one.name === name);
  const sold = period?.programs.find((one) => one.program === name);
  if (!group || !program || !period || !sold) throw new Error(`the demo season has no program ${name}`);
  return {
    title: 'Transportation Contract',
    company: {
      name: division.company_name,
      address: `${division.address_1}, ${division.city}, ${division.state} ${division.zip}`,
      phone: division.phone_main,
    },
    school: group.text,
    program: program.text,
    period: period.text,
    route,
    html: sold.contract_text,
  };
}
