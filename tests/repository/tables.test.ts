import { describe, expect, it } from 'vitest';
import { drawTables } from '../../scripts/tables/draw-tables.ts';
import { readTables, type Table } from '../../scripts/tables/read-tables.ts';

describe('the picture of the tables', () => {
  it('has a section for each table', async () => {
    const tables = await readTables();
    const page = drawTables(tables);
    expect(tables.filter(({ name }) => !page.includes(`  ${name.replace('.', '_')} {`))).toEqual([]);
  });

  it('has every table with a sentence about it', async () => {
    const tables = await readTables();
    expect(tables.length).toBeGreaterThan(40);
    expect(tables.filter(({ about }) => about === '').map(({ name }) => name)).toEqual([]);
  });

  const families: Table = {
    name: 'families',
    module: 'accounts',
    about: 'A family.',
    columns: [{ name: 'id', type: 'bigint', isKey: true, isRequired: true }],
    references: [],
  };

  it('draws a column with its keys, and a reference by how many rows it allows', () => {
    const child: Table = {
      name: 'children',
      module: 'students',
      about: 'A child.',
      columns: [{ name: 'family_id', type: 'bigint', isKey: false, isRequired: false }],
      references: [{ column: 'family_id', to: 'families', isRequired: false, isUnique: false }],
    };
    const page = drawTables([families, child]);
    expect(page).toContain('  families {\n    bigint id PK\n  }');
    expect(page).toContain('    bigint family_id FK "null"');
    expect(page).toContain('  families |o--o{ children : "family_id"');
    const [reference] = child.references;
    const badge = {
      ...child,
      name: 'badges',
      references: [{ ...reference!, isRequired: true, isUnique: true }],
    };
    expect(drawTables([families, badge])).toContain('  families ||--o| badges : "family_id"');
  });

  it('has no place for a table of an unknown module', () => {
    expect(() => drawTables([{ ...families, module: 'fleet' }])).toThrow('module fleet has no place');
  });
});
