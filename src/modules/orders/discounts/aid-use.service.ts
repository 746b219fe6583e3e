import { releaseAidCode } from '#modules/catalog/routes/selling.service.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Signed } from '#modules/orders/contracts/contracts.queries.ts';

type Aid = Pick<Signed, 'aid_code_id' | 'aid_outcome'>;

/** Declined aid has given its use back already. */
export const holdsAidUse = ({ aid_code_id, aid_outcome }: Aid): boolean =>
  aid_code_id !== null && aid_outcome !== 'declined';

/** The order has ended without having used its aid: the code may be used once more (A5, A6, MC11). */
export async function giveAidUseBack(tx: Tx, aid: Aid): Promise<void> {
  if (holdsAidUse(aid)) await releaseAidCode(tx, aid.aid_code_id!);
}
