import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../cli/command.ts'
import { whole } from '../cli/whole.ts'
import { profileFile, proxyHere } from './testing.ts'

const PROFILE = {
  name: 'none',
  environment: 'sandbox',
  base_url: 'http://127.0.0.1:1/api',
  auth_url: 'http://127.0.0.1:1/oauth/token',
  credentials: { client_id: 'a', client_secret: 'secret-of-a-client', integration_key: 'key-of-a-client' },
}

test.each([
  ['an address without a port', ['--listen', 'localhost'], /--listen localhost: it should be/],
  ['a certificate without its key', ['--tls-cert', 'a.pem'], /--tls-cert and --tls-key belong together/],
  ['a receiver that is no address', ['--deliver-to', 'localhost'], /--deliver-to localhost: it should be/],
  [
    'a receiver with a user',
    ['--deliver-to', 'http://me:s3cret@127.0.0.1:1/hooks'],
    /--deliver-to: the address must not have a user or a password/,
  ],
  ['a kind of entry that there is not', ['--whole', 'all'], /--whole all: it should be one of requests/],
  ['a version that there is not', ['--api-version', 'v0.0.1'], /v0\.0\.1/],
])('%s is exit 2', async (_title, words, message) => {
  const { code, err } = await whole([
    ...['proxy', '--target', profileFile(PROFILE), '--out', temporaryFolder(), ...words],
  ])
  expect(err).toMatch(message)
  expect(err).not.toContain('s3cret')
  expect(code).toBe(2)
})

test('paths of the platform at the place of deliveries are exit 2', async () => {
  const target = profileFile({ ...PROFILE, base_url: 'http://127.0.0.1:1/hooks' })
  const { code, err } = await whole(['proxy', '--target', target, '--deliver-to', 'http://127.0.0.1:1/a'])
  expect(err).toMatch(/the path of base_url begins with \/hooks/)
  expect(code).toBe(2)
})

test.each([
  ['recording', 'traffic.jsonl'],
  ['run', 'results.jsonl'],
])('a folder that has a %s is exit 2', async (what, name) => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, name), '')
  const { code, err } = await whole(['proxy', '--target', profileFile(PROFILE), '--out', folder])
  expect(err).toMatch(new RegExp(`--out .* has a ${what} already`))
  expect(code).toBe(2)
})

test('a proxy that nothing passed through, or whose platform never answers, ends with exit 3', async () => {
  const [unused, refused] = [
    await proxyHere(PROFILE, '--deliver-to', 'http://127.0.0.1:1/s3cret?key=s3cret'),
    await proxyHere(PROFILE),
  ]
  const headers = { authorization: 'Bearer a', 'x-integration-key': 'key-of-a-client' }
  await expect(fetch(`${refused.baseUrl}/status/1`, { headers })).rejects.toThrow()
  for (const one of [unused, refused]) one.interrupt()
  const [nothing, unreachable] = [await unused.finished, await refused.finished]
  expect(nothing.code).toBe(3)
  expect(nothing.err).toContain('error: nothing was judged')
  expect(nothing.out).toMatch(/^webhooks .* passed on to http:\/\/127\.0\.0\.1:1$/m)
  expect(unreachable.err).toContain('error: the platform has answered no request')
  expect(unreachable.code).toBe(3)
})

test('only this machine reaches the proxy, unless an address says otherwise, with a warning', async () => {
  const [own, exposed] = [await proxyHere(PROFILE), await proxyHere(PROFILE, '--listen', '0.0.0.0:0')]
  expect(own.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:/)
  for (const one of [own, exposed]) one.interrupt()
  expect((await own.finished).err).not.toContain('warning')
  expect((await exposed.finished).err).toMatch(/^warning: other machines can reach 0\.0\.0\.0:0/)
})
