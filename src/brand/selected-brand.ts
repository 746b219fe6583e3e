import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brandFolder } from './brand-folder.ts';
import { brandShape, type Brand, type FirstNews } from './brand.ts';

export const brand: Brand = readBrand(brandFolder);

/** The press releases of a fresh portal; later ones are written in the office (SE13.1). */
export function readFirstNews(folder = brandFolder): FirstNews[] {
  const { releases } = JSON.parse(readFileSync(join(folder, 'pages/news.json'), 'utf8')) as {
    releases: FirstNews[];
  };
  return releases;
}

/** @throws when the folder has no brand.json, or one that says something else than a brand */
export function readBrand(folder: string): Brand {
  const file = join(folder, 'brand.json');
  try {
    return brandShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`BRAND must name a folder with a valid brand.json; ${file}: ${String(error)}`, {
      cause: error,
    });
  }
}
