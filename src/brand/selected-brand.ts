import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { brandShape, type Brand } from './brand.ts';

const ROOT = join(import.meta.dirname, '../..');
export const DEFAULT_BRAND = 'src/brand/harborline';

/**
 * The folder of the company's name, colors, drawings and page texts. BRAND names it to the build and to the
 * portal alike, so it is read here and not handed on with the rest of the settings.
 */
export const brandFolder = resolve(ROOT, process.env.BRAND?.trim() || DEFAULT_BRAND);

/** Where the pages of this brand are built, so that two brands never serve each other's. */
export const buildFolder = join(ROOT, 'build', basename(brandFolder));

export const brand: Brand = readBrand(brandFolder);

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
