import { expect, test } from 'vitest'
import { isForeign, isOwnHost, localPath } from './guards.ts'

test.each([
  ['/partner?a=b', '/partner?a=b'],
  ['/partner/../webhooks', '/webhooks'],
  ['//evil.example', '/home'],
  ['/\\evil.example', '/home'],
  ['/\t/evil.example', '/home'],
  ['/x/..//evil.example', '/home'],
  ['https://evil.example', '/home'],
  ['javascript:alert(1)', '/home'],
  ['partner', '/home'],
  ['', '/home'],
  [undefined, '/home'],
  [['/partner'], '/home'],
])('%j leads to %s', (given, to) => {
  expect(localPath(given, '/home')).toBe(to)
})

test.each([
  ['127.0.0.1:4010', true],
  ['LOCALHOST', true],
  ['[::1]:80', true],
  ['evil.example', false],
  ['127.0.0.1.evil.example:80', false],
  ['localhost@evil.example', false],
  [undefined, false],
])('the host %s is own: %s', (host, isOwn) => {
  expect(isOwnHost({ host })).toBe(isOwn)
})

const host = '127.0.0.1:4010'
test.each([
  ['GET', { origin: 'https://evil.example' }, false],
  ['POST', {}, false],
  ['POST', { origin: 'http://127.0.0.1:4010' }, false],
  ['POST', { origin: 'http://127.0.0.1:4011' }, true],
  ['POST', { origin: 'http://localhost:4010' }, true],
  ['POST', { origin: 'null' }, true],
  ['POST', { 'sec-fetch-site': 'none' }, false],
  ['POST', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:4010' }, true],
  ['DELETE', { 'sec-fetch-site': 'cross-site' }, true],
])('%s with %j is foreign: %s', (method, headers, foreign) => {
  expect(isForeign(method, { host, ...headers })).toBe(foreign)
})
