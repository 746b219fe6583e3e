import { useEffect, useState } from 'react';
import { m } from '#i18n/messages.js';
import type { ContentBlock } from '#modules/content/content.contract.ts';
import { call } from '../../api/client.ts';
import { Notice } from '../../ui/notice.tsx';

/** The maps of the home page and their order (accounts.md §3). */
const mapKeys = ['ecfs_ms_us_combined', 'ecfs_ms_split', 'ecfs_us_split', 'ecfs_late_bus', 'hm_single', 'rcs_am_pm', 'rcs_late_bus'];

/** A path below the host's storage, or a full address when it starts with http. */
function imageAddress(block: ContentBlock): string {
  return block.content.startsWith('http') ? block.content : `/storage/${block.content}`;
}

type Loaded = { blocks?: readonly ContentBlock[]; hasFailed?: boolean };

function useMaps(): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({});
  useEffect(() => {
    void (async () => {
      const { listContentBlocks } = await import('#modules/content/content.contract.ts');
      try {
        const blocks = await call(listContentBlocks);
        const shown = mapKeys.flatMap((key) => blocks.filter((block) => block.key === key && block.is_active));
        setLoaded({ blocks: shown });
      } catch {
        setLoaded({ hasFailed: true });
      }
    })();
  }, []);
  return loaded;
}

function MapSheet({ block }: { block: ContentBlock }) {
  const school = block.key.split('_')[0];
  const title = block.helper_text ?? block.key;
  return (
    <figure data-line={school} className="overflow-hidden rounded-md border border-hair bg-card">
      <div className="h-1.5 bg-line" />
      <a href={imageAddress(block)} className="block">
        <img src={imageAddress(block)} alt={title} width="640" height="360" loading="lazy" className="aspect-video w-full object-contain p-3" />
      </a>
      <figcaption className="border-t border-hair px-4 py-2.5 font-semibold">{title}</figcaption>
    </figure>
  );
}

export function RouteMaps() {
  const { blocks, hasFailed } = useMaps();
  return (
    <section id="route-maps" className="mx-auto max-w-page px-5 py-12 lg:px-8">
      <h2 className="text-xl font-bold">{m.public_home_maps_title()}</h2>
      <p className="mt-1 text-ink-soft">{m.public_home_maps_intro()}</p>
      {hasFailed && <Notice tone="warning" className="mt-5">{m.public_home_maps_failed()}</Notice>}
      {blocks?.length === 0 && <Notice className="mt-5">{m.public_home_maps_empty()}</Notice>}
      <div className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {!blocks && !hasFailed && (
          <>
            <span role="status" className="sr-only">{m.public_home_maps_loading()}</span>
            {mapKeys.slice(0, 6).map((key) => (
              <div key={key} aria-hidden="true" className="skeleton aspect-4/3" />
            ))}
          </>
        )}
        {blocks?.map((block) => <MapSheet key={block.key} block={block} />)}
      </div>
    </section>
  );
}
