import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { m } from '#i18n/messages.js';
import { classNames } from '#app/ui/class-names.ts';
import type { ContentBlock } from '#modules/content/content.contract.ts';
import { ROUTE_MAPS_KEY, type BlockInWords, type LineInWords } from '#modules/content/map-lines.ts';
import { pageReads } from '#app/api/page-reads.ts';
import { addressOf, fetchLines, isOutside, isPicture, loadMaps, shownOf } from '#app/company/route-map.ts';
import { lineOf } from '#app/company/company.ts';
import { MapLines } from '#app/company/map-lines.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';

type Shown = ContentBlock & { lines?: readonly LineInWords[] };
type Loaded = { blocks?: readonly Shown[]; hasFailed?: boolean };

function mapsOfPage(): readonly Shown[] | undefined {
  const read = pageReads().find(({ key }) => String(key) === String(ROUTE_MAPS_KEY));
  return read && shownOf(read.data as BlockInWords[]);
}

// Maps of the page are as old as the page; a return within the application reads again.
let areAsked = false;

function useMaps(): Loaded {
  const [loaded, setLoaded] = useState<Loaded>(() => ({ blocks: areAsked ? undefined : mapsOfPage() }));
  const isWhole = useRef(loaded.blocks !== undefined);
  useEffect(() => {
    areAsked = true;
    if (isWhole.current) return;
    void (async () => {
      try {
        setLoaded({ blocks: await loadMaps() });
      } catch {
        setLoaded({ hasFailed: true });
      }
    })();
  }, []);
  return loaded;
}

function StopsInWords({ lines }: { lines: readonly LineInWords[] }) {
  return (
    <details className="group border-t border-hair px-4 py-1">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2 font-semibold">
        <span>{m.public_home_map_stops()}</span>
        <Icon name="down" className="group-open:rotate-180" />
      </summary>
      <MapLines lines={lines} />
    </details>
  );
}

type OpenMapProps = { content: string; title: string; page: string };

/** A picture opens on a page of the portal; other files and other sites open alone. */
function OpenMap({ content, title, page }: OpenMapProps) {
  const linkClass = 'inline-flex min-h-11 items-center gap-2 text-sm underline underline-offset-4';
  const words = (
    <>
      <span>{m.public_home_map_open()}</span>
      <span className="sr-only">{title}</span>
    </>
  );
  if (isPicture(content))
    return (
      <Link to={page} className={linkClass}>
        {words}
        <Icon name="arrow" />
      </Link>
    );
  return (
    <a
      href={addressOf(content)}
      rel={isOutside(content) ? 'noopener noreferrer' : undefined}
      className={linkClass}
    >
      {words}
      <Icon name={isOutside(content) ? 'outside' : 'print'} />
      {isOutside(content) && <span className="sr-only">{m.public_home_map_outside()}</span>}
    </a>
  );
}

type MapImageProps = { block: Shown; alt: string; onLines: (lines: readonly LineInWords[]) => void };

function MapImage({ block, alt, onLines }: MapImageProps) {
  return (
    <img
      src={addressOf(block.content)}
      alt={alt}
      width="360"
      height="500"
      loading="lazy"
      // The words are read from the browser's copy of the loaded picture.
      onLoad={block.lines ? undefined : () => void fetchLines(block.content).then(onLines)}
      className="aspect-18/25 w-full object-contain"
    />
  );
}

function MapPicture({ block }: { block: Shown }) {
  const [lines, setLines] = useState(block.lines ?? []);
  const title = block.helper_text ?? block.key;
  const page = `/route-map/${block.key}`;
  const alt = lines.length > 0 ? m.public_home_map_alt({ title }) : m.public_home_map_alt_bare({ title });
  return (
    <figure
      id={`map-${block.key}`}
      data-line={lineOf(block.program_group ?? undefined)}
      className="self-start overflow-hidden rounded-md border border-hair bg-card"
    >
      {isPicture(block.content) ? (
        <Link to={page} className="block">
          <MapImage block={block} alt={alt} onLines={setLines} />
        </Link>
      ) : (
        <div className="h-1.5 bg-line" />
      )}
      <figcaption
        className={classNames(
          'flex flex-wrap items-center justify-between',
          'gap-x-4 border-t border-hair px-4 py-1',
        )}
      >
        <span className="font-semibold">{title}</span>
        <OpenMap content={block.content} title={title} page={page} />
      </figcaption>
      {lines.length > 0 && <StopsInWords lines={lines} />}
    </figure>
  );
}

function YourStop() {
  return (
    <aside
      aria-label={m.public_home_your_stop_title()}
      className="grid content-center gap-3 rounded-md bg-sunk p-6 sm:col-span-2 lg:p-10"
    >
      <h3 className="text-lg font-bold">{m.public_home_your_stop_title()}</h3>
      <p className="max-w-read">{m.public_home_your_stop_1()}</p>
      <p className="max-w-read">{m.public_home_your_stop_2()}</p>
      <p>
        <a
          href="#schools"
          className="inline-flex min-h-11 items-center gap-2 font-bold underline underline-offset-4"
        >
          <span>{m.public_home_your_stop_link()}</span>
          <Icon name="arrow" />
        </a>
      </p>
    </aside>
  );
}

const WAITING = [1, 2, 3];

function MapsSkeleton() {
  return (
    <>
      <span role="status" className="sr-only">
        {m.public_home_maps_loading()}
      </span>
      {WAITING.map((place) => (
        <div key={place} aria-hidden="true" className="skeleton aspect-2/3" />
      ))}
    </>
  );
}

export function RouteMaps() {
  const { blocks, hasFailed } = useMaps();
  return (
    <section id="route-maps" className="mx-auto max-w-page px-5 py-12 lg:px-8">
      <h2 className="text-xl font-bold">{m.public_home_maps_title()}</h2>
      <p className="mt-1 max-w-read text-ink-soft">{m.public_home_maps_intro()}</p>
      {hasFailed && (
        <Notice tone="warning" className="mt-5">
          {m.public_home_maps_failed()}
        </Notice>
      )}
      {blocks?.length === 0 && <Notice className="mt-5">{m.public_home_maps_empty()}</Notice>}
      <div className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {!blocks && !hasFailed && <MapsSkeleton />}
        {blocks?.map((block) => (
          <MapPicture key={block.key} block={block} />
        ))}
        <YourStop />
      </div>
    </section>
  );
}
