import { useId, useState } from 'react';
import { m } from '#i18n/messages.js';
import { CSV_START, csvLine, type CsvCell } from '#kit/text/csv.ts';
import { useRight } from '#app/auth/use-auth.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { downloadFile } from '#app/ui/download-file.ts';
import type { Elements } from '#app/ui/elements.ts';
import { PatternSample, Patterns, type Part } from './patterns.tsx';

export type ChartTable = { head: readonly string[]; rows: readonly (readonly CsvCell[])[] };

type ChartFrameProps = {
  title: string;
  /** the chart in one sentence, read in place of the picture */
  sentence: string;
  parts: readonly { part: Part; text: string }[];
  table: ChartTable;
  /** the name of the file */
  file: string;
  children: (ids: { patterns: string; sentence: string }) => Elements;
};

function download({ head, rows }: ChartTable, file: string): void {
  const content = CSV_START + [head, ...rows].map(csvLine).join('');
  downloadFile({ name: `${file}.csv`, type: 'text/csv', content });
}

function Numbers({ title, table, file }: Pick<ChartFrameProps, 'title' | 'table' | 'file'>) {
  const mayExport = useRight('export');
  return (
    <>
      <div
        role="region"
        aria-label={title}
        // A box that scrolls is reached by the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="max-h-80 overflow-auto"
      >
        <table className="w-full border-collapse text-left text-sm">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-b-2 border-ink">
              {table.head.map((text, nr) => (
                <th key={text} scope="col" className={nr === 0 ? 'py-1 pr-4' : 'py-1 pr-4 text-right'}>
                  {text}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((cells) => (
              <tr key={cells.join(' ')} className="border-b border-hair">
                {cells.map((cell, nr) => (
                  <td
                    key={table.head[nr]}
                    className={nr === 0 ? 'py-1 pr-4' : 'figures py-1 pr-4 text-right'}
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {mayExport && (
        <Button
          look="secondary"
          size="small"
          icon="file"
          className="mt-3"
          onClick={() => download(table, file)}
        >
          {m.office_list_download()}
        </Button>
      )}
    </>
  );
}

/** Title, sentence, legend, picture, and the table behind the picture (RP1.7). */
export function ChartFrame({ title, sentence, parts, table, file, children }: ChartFrameProps) {
  const [isOpen, setOpen] = useState(false);
  const [patterns, about, numbers] = [useId(), useId(), useId()];
  return (
    <Card title={title} className="break-inside-avoid">
      <p id={about} className="mb-3">
        {sentence}
      </p>
      <svg aria-hidden="true" className="absolute size-0">
        <Patterns id={patterns} />
      </svg>
      {parts.length > 1 && (
        <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm">
          {parts.map(({ part, text }) => (
            <li key={part} className="flex items-center gap-2">
              <PatternSample id={patterns} part={part} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
      {children({ patterns, sentence: about })}
      <Button
        look="quiet"
        size="small"
        aria-expanded={isOpen}
        aria-controls={numbers}
        className="-ml-3.5 print:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? m.office_chart_hide() : m.office_chart_show()}
      </Button>
      <div id={numbers} hidden={!isOpen} className="mt-2">
        {isOpen && <Numbers title={title} table={table} file={file} />}
      </div>
    </Card>
  );
}
