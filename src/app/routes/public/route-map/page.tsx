import { useEffect, useState } from 'react';
import { Link, useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import type { ContentBlock } from '#modules/content/content.contract.ts';
import type { SchoolOfPage } from '#kit/text/page-lists.ts';
import { lineOf } from '#app/company/company.ts';
import { findSchool } from '#app/company/schools.ts';
import { addressOf, fetchLines, isPicture, loadMaps } from '#app/company/route-map.ts';
import type { LineInWords } from '#modules/content/map-lines.ts';
import { SchoolTag } from '#app/company/school-tag.tsx';
import { MapLines } from '#app/company/map-lines.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Spinner } from '#app/ui/spinner.tsx';

export const meta = () => pageTitle();

type Loaded = { isLoading: boolean; block?: ContentBlock; lines: readonly LineInWords[] };

function useMap(key: string | undefined): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ isLoading: true, lines: [] });
  useEffect(() => {
    const load = async () => {
      const blocks = await loadMaps().catch(() => []);
      const block = blocks.find((each) => each.key === key && isPicture(each.content));
      const lines = block ? await fetchLines(block.content) : [];
      setLoaded({ isLoading: false, block, lines });
    };
    void load();
  }, [key]);
  return loaded;
}

function BackToMaps() {
  return (
    <Link
      to="/#route-maps"
      className="inline-flex min-h-11 items-center font-bold underline underline-offset-4 print:hidden"
    >
      {m.public_map_all()}
    </Link>
  );
}

function SchoolContact({ school }: { school: SchoolOfPage }) {
  return (
    <section className="rounded-md bg-sunk p-4 print:hidden">
      <h2 className="text-lg font-bold">{m.public_map_questions()}</h2>
      <p className="mt-1">{m.public_contact_school_text({ school: school.name })}</p>
      <a
        href={`mailto:${school.routes_email}`}
        className="inline-flex min-h-11 items-center underline underline-offset-4 wrap-anywhere"
      >
        {school.routes_email}
      </a>
      <p>
        <Link
          to={`/${school.path}`}
          className="inline-flex min-h-11 items-center gap-2 font-bold underline underline-offset-4"
        >
          <span>{m.public_map_school({ school: school.name })}</span>
          <Icon name="arrow" />
        </Link>
      </p>
    </section>
  );
}

function MapSheet({ block, lines }: { block: ContentBlock; lines: readonly LineInWords[] }) {
  const school = findSchool(block.program_group);
  const title = block.helper_text ?? block.key;
  return (
    <div data-line={lineOf(school?.path)}>
      {school && (
        <SchoolTag path={school.path}>
          <span>{school.name}</span>
        </SchoolTag>
      )}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
        <h1 className="min-w-0 text-2xl font-extrabold tracking-tight wrap-anywhere">{title}</h1>
        <Button icon="print" className="print:hidden" onClick={() => window.print()}>
          {m.public_map_print()}
        </Button>
      </div>
      <div className="mt-6 grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <img
          src={addressOf(block.content)}
          alt={lines.length > 0 ? m.public_home_map_alt({ title }) : m.public_home_map_alt_bare({ title })}
          width="720"
          height="1000"
          className={classNames(
            'max-h-256 w-full rounded-md border border-hair bg-card object-contain',
            'print:max-h-[85vh]',
          )}
        />
        <aside aria-label={m.public_home_map_stops()} className="grid content-start gap-5">
          {lines.length > 0 && (
            <section className="rounded-md border border-hair bg-card p-4">
              <h2 className="mb-3 text-lg font-bold">{m.public_home_map_stops()}</h2>
              <MapLines lines={lines} />
            </section>
          )}
          {school && <SchoolContact school={school} />}
        </aside>
      </div>
    </div>
  );
}

/** One route map with title, stops in words, Print and the link back (MA10). */
export default function RouteMap() {
  const { map_key } = useParams();
  const { isLoading, block, lines } = useMap(map_key);
  return (
    <div className="mx-auto max-w-page px-5 py-6 lg:px-8 print:p-0">
      <BackToMaps />
      {isLoading && <Spinner label={m.public_home_maps_loading()} className="min-h-96" />}
      {block && <MapSheet block={block} lines={lines} />}
      {!isLoading && !block && (
        <>
          <h1 className="mt-2 text-2xl font-extrabold tracking-tight">{m.public_map_missing()}</h1>
          <p className="my-4 max-w-read">{m.public_map_missing_text()}</p>
          <LinkButton to="/" look="secondary">
            {m.shell_go_home()}
          </LinkButton>
        </>
      )}
    </div>
  );
}
