import { joined } from '#kit/text/joined.ts';

type Pickup = { pickup_north: string | null; pickup_cross: string | null };

/** Both corners of the pickup place; null without one. */
export const pickupText = ({ pickup_north, pickup_cross }: Pickup): string | null =>
  joined([pickup_north, pickup_cross], ' / ') || null;
