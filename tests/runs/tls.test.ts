import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPlatform } from '../../targets/platform/index.ts'
import { profileFrom } from '../../targets/profile/index.ts'
import { type EmbeddedOptions, startEmbedded } from '../../targets/sandbox/index.ts'
import { judge, verdicts } from '../judge.ts'

/** Judges the embedded platform on https; the profile names its own authority as trusted. */
async function judgeOnHttps(options: EmbeddedOptions, only: readonly string[]) {
  const sandbox = await startEmbedded({ ...options, https: true })
  const folder = await mkdtemp(join(tmpdir(), 'tls-'))
  onTestFinished(async () => {
    await sandbox.close()
    await rm(folder, { recursive: true })
  })
  const ca = join(folder, 'ca.pem')
  await writeFile(ca, sandbox.caPem ?? '')
  const profile = profileFrom({ ...sandbox.profile(), tls: { ca } })
  return judge(await openPlatform(profile, { seed: 1, apiVersion: 'v1.14.2', embedded: true }), { only })
}

test('a target on https with TLS 1.2 as its minimum passes all TLS statements', async () => {
  const seen = verdicts(await judgeOnHttps({}, ['tls-*', 'journey-from-submission-to-policy']))
  expect(seen).toMatchObject({
    'tls-1-0-refused': 'passed',
    'tls-1-1-refused': 'passed',
    'tls-1-2-accepted': 'observed',
    'tls-1-3-accepted': 'observed',
    'journey-from-submission-to-policy': 'passed',
  })
})

test('a target that still takes TLS 1.0 and 1.1 fails', async () => {
  const report = await judgeOnHttps({ minTlsVersion: 'TLSv1' }, ['tls-*'])
  expect(verdicts(report)).toMatchObject({ 'tls-1-0-refused': 'failed', 'tls-1-1-refused': 'failed' })
  expect(report.verdict).toBe('non-conformant')
})
