import { aPdf } from '#tests/support/app/paper.ts';
import { callEndpoint } from './call-endpoint.ts';
import type { Players } from './players.ts';
import { NOBODYS } from './sample.ts';

const endpointOf = ({ shop }: Players, name: string) =>
  shop.app.endpoints.find((definition) => definition.name === name)!;

/** Staff without the second factor that they need upload none. */
async function aScan(cast: Players): Promise<number> {
  const { access_token } = cast.staff.tokens;
  const answer = await callEndpoint(
    cast.shop.app,
    endpointOf(cast, 'uploadScan'),
    { file: aPdf() },
    access_token,
  );
  return answer.json().items?.[0]?.id ?? NOBODYS;
}

/** A scan of its own, signed today. */
export const signedPaper = async (cast: Players) => {
  const day = cast.shop.context.clock.today();
  return { scan_id: await aScan(cast), signed_on: day, surge_page: null };
};
