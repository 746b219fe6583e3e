import { expect, it } from 'vitest';
import { fillPage } from '#kit/text/page-marks.ts';
import { pageReadsText, setPageReads } from './page-reads.ts';

it('the reads of a page neither end their element nor are filled in as marks', () => {
  const reads = [{ key: ['a'], data: 'School </script> of %company-name%' }];
  setPageReads(reads);
  const element = `<script>${pageReadsText()}</script>`;
  const page = fillPage(element, { company_name: 'B', frameOrigins: '', sandbox: '', banner: '', pays: '' });
  expect(page.match(/<\/script>/g)).toHaveLength(1);
  expect(JSON.parse(page.slice('<script>'.length, -'</script>'.length))).toEqual(reads);
});
