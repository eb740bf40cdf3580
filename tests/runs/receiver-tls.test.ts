import type { ServerOptions } from 'node:https'
import { generate } from 'selfsigned'
import { expect, onTestFinished, test } from 'vitest'
import type { ReceiverProfile } from '../../targets/profile/index.ts'
import { prepareTls } from '../../targets/sandbox/http/tls.ts'
import { ownCertificate } from '../../targets/webhooks/listener/certificate.ts'
import { serveReceiver } from '../receiver/fake.ts'
import { judgeReceiver, receiverProfile } from '../receiver/judge.ts'

/** Judges a receiver on https, as if from another machine. */
async function judgeOnHttps(
  tls: ServerOptions,
  more: (url: string) => Partial<ReceiverProfile> = () => ({}),
) {
  const fake = await serveReceiver({}, tls)
  onTestFinished(() => fake.close())
  const profile = receiverProfile({ url: fake.url, effects: fake.effects, ...more(fake.url) })
  const report = await judgeReceiver(profile, ['endpoint/*', 'deliveries/first', 'secrets/grace'])
  const verdicts = Object.fromEntries(report.requirements.map(({ id, verdict }) => [id, verdict]))
  return { verdict: report.verdict, ...verdicts }
}

const authority = async (minVersion: 'TLSv1' | 'TLSv1.2' = 'TLSv1.2') => {
  const { caPem: ca, tls: server } = await prepareTls(minVersion)
  return { ca, server }
}

test('a certificate of an authority that the profile names is trusted, and deliveries arrive', async () => {
  const { ca, server } = await authority()
  expect(await judgeOnHttps(server, () => ({ ca }))).toMatchObject({
    verdict: 'conformant',
    'receiver-url-is-https': 'passed',
    'receiver-certificate-is-trusted': 'passed',
    'receiver-takes-tls-1-2-or-higher': 'passed',
    'receiver-refuses-tls-below-1-2': 'passed',
    'receiver-accepts-quote-created': 'passed',
  })
})

test('a certificate for another host name is a breach where the profile says whom to trust', async () => {
  const made = await generate([{ name: 'commonName', value: 'elsewhere.example' }], { keyType: 'ec' })
  const elsewhere = { key: made.private, cert: made.cert }
  expect(await judgeOnHttps(elsewhere, () => ({ ca: made.cert }))).toMatchObject({
    verdict: 'non-conformant',
    'receiver-certificate-is-trusted': 'failed',
    'receiver-accepts-quote-created': 'not-exercised',
  })
})

test('a certificate that vouches for itself is a breach in production, and elsewhere a matter of the profile', async () => {
  const own = await ownCertificate('127.0.0.1')
  expect(await judgeOnHttps(own, () => ({ environment: 'production', ca: own.cert }))).toMatchObject({
    verdict: 'non-conformant',
    'receiver-certificate-is-trusted': 'failed',
  })
  expect(await judgeOnHttps(own, () => ({ ca: own.cert }))).toMatchObject({
    verdict: 'conformant',
    'receiver-certificate-is-trusted': 'observed',
  })
  expect(await judgeOnHttps(own)).toMatchObject({
    verdict: 'incomplete',
    'receiver-certificate-is-trusted': 'not-exercised',
    'receiver-accepts-quote-created': 'not-exercised',
  })
})

test('a receiver that still takes TLS 1.0 is warned', async () => {
  const { ca, server } = await authority('TLSv1')
  expect(await judgeOnHttps(server, () => ({ ca }))).toMatchObject({
    verdict: 'conformant',
    'receiver-refuses-tls-below-1-2': 'warned',
  })
})

test('a receiver that takes nothing newer than TLS 1.1 is a breach', async () => {
  const { ca, server } = await authority('TLSv1')
  expect(await judgeOnHttps({ ...server, maxVersion: 'TLSv1.1' }, () => ({ ca }))).toMatchObject({
    verdict: 'non-conformant',
    'receiver-takes-tls-1-2-or-higher': 'failed',
  })
})
