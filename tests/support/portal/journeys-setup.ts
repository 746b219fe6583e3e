import { startDemoPortal } from './demo-portal.ts';
import { startSchoolSite } from '#tests/support/http/school-site.ts';

/**
 * Starts one portal for all journeys, and a school's website that may frame it, and tells them both
 * addresses. PORTAL_URL and PORTAL_DATA name a portal that runs already and its data folder; one that was
 * started with FRAME_ANCESTORS=http://127.0.0.1:47123 is framed by SCHOOL_SITE_PORT=47123.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const school = await startSchoolSite(Number(process.env.SCHOOL_SITE_PORT ?? 0));
  process.env.SCHOOL_SITE_URL = school.address;
  if (process.env.PORTAL_URL) return school.stop;
  const portal = await startDemoPortal({ FRAME_ANCESTORS: school.address });
  process.env.PORTAL_URL = portal.address;
  process.env.PORTAL_DATA = portal.dataDir;
  return async () => {
    await portal.stop();
    await school.stop();
  };
}
