export type Company = {
  company_name: string;
  address_1: string;
  city: string;
  state: string;
  zip: string;
  phone_main: string;
};

type Home = { address: string; apt: string | null; city: string; state: string; zip: string };

export function letterheadOf(company: Company): { name: string; lines: string[] } {
  return {
    name: company.company_name,
    lines: [placeOf({ ...company, address: company.address_1, apt: null }).join(', '), company.phone_main],
  };
}

export function placeOf({ address, apt, city, state, zip }: Home): string[] {
  return [[address, apt].filter(Boolean).join(', '), `${city}, ${state} ${zip}`];
}
