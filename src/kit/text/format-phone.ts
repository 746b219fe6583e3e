// Digits from 2 to 9 begin area code and exchange: no other number has this shape in North America.
const CODE = '([2-9][0-9]{2})';
const BETWEEN = String.raw`[\s./‐-―-]{0,3}`;
const GROUPED = new RegExp(
  String.raw`^(?:\+?1${BETWEEN})?(?:\(${CODE}\)|${CODE})${BETWEEN}${CODE}${BETWEEN}([0-9]{4})$`,
);
const INVISIBLE = /\p{Cf}/gu;

/**
 * Ten digits as one number or in groups of 3, 3 and 4, with +1 or 1 before them, read 123-456-7890. Every
 * other text stays as typed: a number of another country, an extension, a digit too few (MD6).
 */
export function formatPhone(text: string): string {
  const found = GROUPED.exec(text.replace(INVISIBLE, '').trim());
  return found ? found.slice(1).filter(Boolean).join('-') : text;
}
