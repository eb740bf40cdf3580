import type { Behaviour, Behaviours } from './behaviour.ts'
import { long, nested } from './changing.ts'
import { laughs, lines } from './yaml.ts'

const HEAD =
  'name: a\nbase_url: http://127.0.0.1:9/api\nauth_url: http://127.0.0.1:9/token\ncredentials: { client_id: a, client_secret: bcdefghijk, integration_key: lmnopqrstu }\n'

const text = (profile: () => string, codes: readonly number[] = [2]): Behaviour => ({
  codes,
  prepare: () => ({ profile: profile() }),
})
/** Profiles that nobody would write by hand. */
export const profiles: Behaviours = {
  'a profile of 1,500,000 keys': text(
    () => `${HEAD}outcomes:\n${lines(1_500_000, (at) => `  k${at}: {}`)}\n`,
  ),
  'a profile of 1,500,000 keys on top': text(() => `${HEAD}${lines(1_500_000, (at) => `k${at}: 1`)}\n`),
  'a profile of 40 MB': text(() => `${HEAD}x: "${long(40)}"\n`),
  'a profile nested 100,000 deep': text(() => `${HEAD}submission: ${nested(100_000)}\n`),
  'a profile whose anchor contains itself': text(() => `${HEAD}submission: &a { x: *a }\n`),
  'a profile that laughs a billion times': text(() => `${HEAD}submission:\n${laughs.replace(/^/gm, '  ')}\n`),
  'a profile of 50,000 anchors': text(
    () =>
      `${HEAD}submission:\n${lines(50_000, (at) => `  k${at}: &a${at} { b: ${at === 0 ? 1 : `*a${at - 1}`} }`)}\n`,
  ),
  'an empty profile': text(() => ''),
  'a profile of zero bytes': text(() => '\0'.repeat(1_000_000)),
  'a profile of tabs': text(() => '\t'.repeat(100_000)),
  'a profile of dashes': text(() => '- '.repeat(50_000)),
  'a profile of brackets': text(() => '[{'.repeat(50_000)),
  'a profile with tags': text(() => `${HEAD}submission: !!js/function "function(){}"\n`),
  'a profile with another prototype': text(() => `${HEAD}__proto__: { environment: production }\n`),
  'a profile whose address runs a script': text(() =>
    HEAD.replace('http://127.0.0.1:9/api', 'javascript:alert(1)'),
  ),
  'a profile whose address is a file': text(() =>
    HEAD.replace('http://127.0.0.1:9/api', 'file:///etc/passwd'),
  ),
  'a profile whose secret has a line break': text(
    () => HEAD.replace('bcdefghijk', '"abc\\r\\nx: y defgh"'),
    [2, 3],
  ),
  'a profile with an endless duration': text(() => `${HEAD}timing: { rating: 1e309s }\n`),
  'a profile with a secret of 2 MB': text(() => HEAD.replace('bcdefghijk', long(2)), [2, 3]),
  'a submission that is a device': text(() => `${HEAD}submission: /dev/zero\n`),
  'a submission that is a folder': text(() => `${HEAD}submission: /etc\n`),
  'a description that is a device': text(() => `${HEAD}description: /dev/zero\n`, [2, 3]),
  'an authority that is a device': text(() => `${HEAD}tls: { ca: /dev/zero }\n`),
}
