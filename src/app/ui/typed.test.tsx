import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Facts } from './card.tsx';
import { PageHead } from './page-head.tsx';
import { Table } from './table.tsx';

const NAME = 'דנה כהן';

/** @shows MD23.1 */
it('a fact, a cell of a table and a heading have their own direction', () => {
  const drawn = renderToStaticMarkup(
    <>
      <Facts facts={[{ label: 'Student', value: NAME }]} />
      <Table
        caption="Students"
        columns={[{ key: 'name', header: 'Name', cell: () => NAME }]}
        rows={[1]}
        rowKey={(row) => row}
      />
      <PageHead title={NAME} />
    </>,
  );
  expect(drawn.split(NAME)).toHaveLength(4);
  expect(drawn.split(`<bdi>${NAME}</bdi>`)).toHaveLength(4);
});
