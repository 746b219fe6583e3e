export {
  deleteClaimsBeside,
  deleteClaimsOf as forgetClaimsOf,
  findClaimRow as findClaim,
  saveClaimRow as saveClaim,
  type ClaimRow,
  type WorkKey,
} from './work-claims.queries.ts';
