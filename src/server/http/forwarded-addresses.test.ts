import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { addressIn, takeForwardedAddresses } from './forwarded-addresses.ts';

/** @shows MH21.1 */
describe('an address that a proxy forwards', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:0DB8:0:0::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ])('is taken without a port and in one spelling: %s', (text, address) => {
    expect(addressIn(text)).toBe(address);
  });

  it.each([
    '',
    'unknown',
    '_hidden',
    'localhost',
    '1',
    '203.0.113',
    '203.0.113.700',
    '203.0.113.7:',
    '203.0.113.7:port',
    '203.0.113.7:471100',
    '203.0.113.7/24',
    '[203.0.113.7',
    '2001:db8::1::',
    'fe80::1%eth0',
    'for=203.0.113.7',
    "'; drop table sessions; --",
  ])('is not taken where it is none: %s', (text) => {
    expect(addressIn(text)).toBeUndefined();
  });
});

/** @shows MH21.2 */
describe('the visitor behind proxies', () => {
  const visitor = async (trusted: number, forwarded?: string): Promise<string> => {
    const app = Fastify({ trustProxy: (_address: string, hop: number) => hop < trusted });
    takeForwardedAddresses(app);
    app.get('/', async ({ ip }) => ip);
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    return (await app.inject({ url: '/', headers, remoteAddress: '10.0.0.1' })).body;
  };

  it.each([
    [1, '203.0.113.7:4711', '203.0.113.7'],
    [1, 'invented, 203.0.113.7', '203.0.113.7'],
    [1, '198.51.100.9, 203.0.113.7', '203.0.113.7'],
    [2, '203.0.113.7:4711, 10.0.0.2:80', '203.0.113.7'],
    [0, '203.0.113.7', '10.0.0.1'],
  ])('of %i trusted is the one that the first of them has seen: %s', async (trusted, header, ip) => {
    expect(await visitor(trusted, header)).toBe(ip);
  });

  it.each([
    [1, 'unknown'],
    [1, '198.51.100.9, unknown'],
    [1, '198.51.100.9,'],
    [1, ''],
    [2, '198.51.100.9, 203.0.113.7, unknown'],
    [1, undefined],
  ])('of %i trusted is the proxy where the header has no address there: %s', async (trusted, header) => {
    expect(await visitor(trusted, header)).toBe('10.0.0.1');
  });

  it('is the nearest proxy that is known where a text stands before its address', async () => {
    expect(await visitor(2, '198.51.100.9, unknown, 10.0.0.2')).toBe('10.0.0.2');
  });
});
