import { defineConfig } from '@playwright/test';
import { browserLaunch } from '#tests/support/browser/launch-browser.ts';
import { isShortLane } from '#tests/support/lane.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

// The journeys share one portal that global setup starts; each test signs up its own family.
export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/support/portal/journeys-setup.ts',
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  outputDir: 'test-results',
  use: {
    baseURL: process.env.PORTAL_URL,
    actionTimeout: 10_000,
    screenshot: 'only-on-failure',
    launchOptions: await browserLaunch(),
  },
  projects: [
    // `npm test` leaves out what is tagged @long: ways to a screen that another journey shows, and the longest.
    {
      name: 'desktop',
      use: { viewport: { width: 1280, height: 900 } },
      ...(isShortLane && { grepInvert: /@long|@phone/ }),
    },
    // A test that a narrow window can't change is tagged @once.
    // `npm test` takes those to the phone that are tagged @phone, and to the phone alone: one of each screen
    // that a narrow window changes most.
    {
      name: 'phone',
      use: PHONE,
      ...(isShortLane ? { grep: /@phone/, grepInvert: /@long/ } : { grepInvert: /@once/ }),
    },
  ],
});
