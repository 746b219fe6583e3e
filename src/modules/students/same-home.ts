/** As the post office shortens the words of a street; other words stand as typed. */
const SHORT: Readonly<Record<string, string>> = {
  avenue: 'ave',
  boulevard: 'blvd',
  circle: 'cir',
  court: 'ct',
  drive: 'dr',
  east: 'e',
  lane: 'ln',
  north: 'n',
  parkway: 'pkwy',
  place: 'pl',
  road: 'rd',
  south: 's',
  square: 'sq',
  street: 'st',
  terrace: 'ter',
  west: 'w',
};

const ZIP_DIGITS = 5;

const streetOf = (address: string) =>
  address
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => SHORT[word] ?? word)
    .join('');

type Home = { address: string; zip: string };

/** One street and house number in one ZIP code, whatever the apartment: the reading of two records (MC10). */
export function isSameHome(one: Home, other: Home): boolean {
  const street = streetOf(one.address);
  return (
    street !== '' &&
    street === streetOf(other.address) &&
    one.zip.slice(0, ZIP_DIGITS) === other.zip.slice(0, ZIP_DIGITS)
  );
}
