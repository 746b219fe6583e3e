import { m } from '#i18n/messages.js';

/**
 * The maps of the home page in their order, each with its school and its route's short name (accounts.md §3).
 */
export const routeMapKeys = [
  { key: 'ecfs_ms_us_combined', school: 'ecfs', name: m.public_home_route_ecfs_ms_us_combined },
  { key: 'ecfs_ms_split', school: 'ecfs', name: m.public_home_route_ecfs_ms_split },
  { key: 'ecfs_us_split', school: 'ecfs', name: m.public_home_route_ecfs_us_split },
  { key: 'ecfs_late_bus', school: 'ecfs', name: m.public_home_route_ecfs_late_bus },
  { key: 'hm_single', school: 'hm', name: m.public_home_route_hm_single },
  { key: 'rcs_am_pm', school: 'rcs', name: m.public_home_route_rcs_am_pm },
  { key: 'rcs_late_bus', school: 'rcs', name: m.public_home_route_rcs_late_bus },
] as const;
