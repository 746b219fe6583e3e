import { useEffect, useState } from 'react';
import { m } from '#i18n/messages.js';
import { classNames } from '#app/ui/class-names.ts';
import type { ContentBlock } from '#modules/content/content.contract.ts';
import { call } from '#app/api/client.ts';
import { schools } from '#app/company/company.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';

/** One line of a route map as words: its name and its stops in the order in which the bus meets them. */
type LineInWords = { name: string; stops: readonly string[] };

/** The maps of the page in their order, each with its school (accounts.md §3). */
const maps = schools.flatMap(({ path, routes }) => routes.map(({ map }) => ({ key: map, school: path })));

type Loaded = { blocks?: readonly ContentBlock[]; hasFailed?: boolean };

function useMaps(): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({});
  useEffect(() => {
    void (async () => {
      const { listContentBlocks } = await import('#modules/content/content.contract.ts');
      try {
        const blocks = await call(listContentBlocks);
        const shown = maps.flatMap(({ key }) =>
          blocks.filter((block) => block.key === key && block.is_active),
        );
        setLoaded({ blocks: shown });
      } catch {
        setLoaded({ hasFailed: true });
      }
    })();
  }, []);
  return loaded;
}

/** The map for who cannot see it, or would rather read: each line's stops in their order. */
function StopsInWords({ lines }: { lines: readonly LineInWords[] }) {
  return (
    <details className="group border-t border-hair px-4 py-1">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2 font-semibold">
        {m.public_home_map_stops()}
        <Icon name="down" className="group-open:rotate-180" />
      </summary>
      {lines.map((line) => (
        <div key={line.name} className="pb-3">
          <p className="text-sm text-ink-soft">{line.name}</p>
          <ol aria-label={line.name} className="schedule-line mt-2">
            {line.stops.map((stop, i) => (
              <li key={i} className="schedule-stop is-passed pb-1">
                <span aria-hidden="true" className="stop stop-small border-line" />
                {stop}
              </li>
            ))}
          </ol>
        </div>
      ))}
    </details>
  );
}

function MapPicture({ block }: { block: ContentBlock }) {
  const [lines, setLines] = useState<readonly LineInWords[]>([]);
  const address = addressOf(block.content);
  const title = block.helper_text ?? block.key;
  const school = maps.find(({ key }) => key === block.key)?.school;
  const alt = lines.length > 0 ? m.public_home_map_alt({ title }) : m.public_home_map_alt_bare({ title });
  return (
    <figure
      id={`map-${block.key}`}
      data-line={school}
      className="self-start overflow-hidden rounded-md border border-hair bg-card"
    >
      {isPicture(block.content) ? (
        <a href={address} className="block">
          {/* Once the picture is here, its words are read from the browser's copy of it. */}
          <img
            src={address}
            alt={alt}
            width="360"
            height="500"
            loading="lazy"
            onLoad={() => void fetchLines(block.content).then(setLines)}
            className="aspect-18/25 w-full object-contain"
          />
        </a>
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
        <a
          href={address}
          rel={isOutside(block.content) ? 'noopener noreferrer' : undefined}
          className="inline-flex min-h-11 items-center gap-2 text-sm underline underline-offset-4"
        >
          {m.public_home_map_open()}
          <span className="sr-only">{title}</span>
          <Icon name={isOutside(block.content) ? 'outside' : 'print'} />
          {isOutside(block.content) && <span className="sr-only">{m.public_home_map_outside()}</span>}
        </a>
      </figcaption>
      {lines.length > 0 && <StopsInWords lines={lines} />}
    </figure>
  );
}

/** Beside the last map: what to do when a corner is not drawn. */
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
          {m.public_home_your_stop_link()}
          <Icon name="arrow" />
        </a>
      </p>
    </aside>
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
        {!blocks && !hasFailed && (
          <>
            <span role="status" className="sr-only">
              {m.public_home_maps_loading()}
            </span>
            {maps.map(({ key }) => (
              <div key={key} aria-hidden="true" className="skeleton aspect-2/3" />
            ))}
          </>
        )}
        {blocks?.map((block) => (
          <MapPicture key={block.key} block={block} />
        ))}
        <YourStop />
      </div>
    </section>
  );
}

/** A full address when it starts with http, else a path below this host's storage (accounts.md §3). */
function addressOf(content: string): string {
  return isOutside(content) ? content : `/storage/${content}`;
}

function isOutside(content: string): boolean {
  return content.startsWith('http');
}

/** Whether a file is an image of this site: no PDF, and nothing of other sites (privacy policy). */
function isPicture(content: string): boolean {
  return !isOutside(content) && /\.(svg|png|jpe?g|webp|avif)$/i.test(content);
}

/** The lines that a drawing of this site names in its `data-` attributes; none for a photo. */
async function fetchLines(content: string): Promise<LineInWords[]> {
  if (!/\.svg$/i.test(content)) return [];
  const answer = await fetch(addressOf(content)).catch(() => undefined);
  return answer?.ok ? readLines(await answer.text()) : [];
}

function readLines(svg: string): LineInWords[] {
  const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml');
  return [...drawing.querySelectorAll('[data-line-name]')].map((line) => ({
    name: line.getAttribute('data-line-name') ?? '',
    stops: (line.getAttribute('data-stops') ?? '').split('|').filter(Boolean),
  }));
}
