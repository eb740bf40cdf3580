import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fakeIo } from '../cli/fake-io.ts'
import { main } from '../cli/main.ts'
import { testFolder } from '../conformance/testing.ts'
import { behaviourOf } from '../targets/sandbox/behaviour.ts'
import { drive } from '../targets/sandbox/testing.ts'
import { type Variant, variants } from '../targets/sandbox/variants/index.ts'

interface Recipe {
  readonly http: { headers: Record<string, string>; readonly body?: Record<string, unknown> }
  readonly returns?: Record<string, string>
}
interface Profile {
  readonly outcomes: Record<string, object>
  readonly operator: Record<string, Recipe>
}

/** Lets doctor check a sandbox, by its own profile with a change. */
async function checked(change: (profile: Profile) => void = () => undefined, variant?: Variant) {
  await using driver = await drive(variant && { behaviour: behaviourOf(variant.change) })
  const profile = structuredClone(driver.sandbox.profile()) as unknown as Profile
  change(profile)
  const folder = testFolder()
  const file = join(folder, 'profile.json')
  writeFileSync(file, JSON.stringify(profile))
  const io = fakeIo()
  const code = await main(['doctor', '--target', file], io)
  const lines = io.printed.out.trimEnd().split('\n')
  return { code, lines, failed: lines.filter((line) => line.startsWith('FAIL')) }
}

/** A change of a pointer in `returns`. @param pointer undefined takes the name away */
const pointing =
  (action: string, name: string, pointer?: string) =>
  ({ operator }: Profile): void => {
    const { returns = {} } = operator[action] ?? {}
    if (pointer === undefined) delete returns[name]
    else returns[name] = pointer
  }

const outcome =
  (name: string, patch: object) =>
  ({ outcomes }: Profile): void => {
    outcomes[name] = patch
  }

test('a right profile is ready, and each recipe and action was tried once', async () => {
  const { code, lines, failed } = await checked()
  expect(failed).toEqual([])
  expect([code, lines.at(-1)]).toEqual([0, 'ready: the target can be judged'])
  expect(lines).toContainEqual(expect.stringMatching(/^ok {4}outcomes\.declined +reaches declined$/))
  expect(lines).toContainEqual(
    expect.stringMatching(/^ok {4}operator\.rotate_secret +POST http:\S+\/rotate was answered 200$/),
  )
  expect(lines.filter((line) => line.startsWith('ok    operator.register_endpoint'))).toHaveLength(1)
})

test.each(['rated-slowly', 'works-in-real-time', 'retentions-in-higher-steps'])(
  'a right platform that is %s is ready',
  async (id) => {
    const variant = variants.find((one) => one.id === id)
    expect(variant).toBeDefined()
    const { code, failed } = await checked(undefined, variant)
    expect([code, failed]).toEqual([0, []])
  },
)

test.each<[string, (profile: Profile) => void, readonly RegExp[]]>([
  [
    'a wrong secret of the control API',
    ({ operator }) => {
      for (const recipe of Object.values(operator)) recipe.http.headers = { 'x-control-secret': 'wrong' }
    },
    [/operator\.advance_clock .*POST http:\S+ was answered with status 40[13].*\(cause: the profile\)$/],
  ],
  [
    'a wrong secret of one action',
    ({ operator }) => {
      if (operator.review_approve) operator.review_approve.http.headers = {}
    },
    [
      /operator\.review_approve .*it was refused; POST http:\S+\/approve was answered 40[13]: .*\(cause: the profile\)$/,
    ],
  ],
  [
    'a pointer that finds nothing',
    pointing('rotate_secret', 'signing_secret', '/nothing'),
    [
      /operator\.rotate_secret\.returns\.signing_secret .*has nothing at \/nothing; POST \S+\/rotate was answered 200: /,
    ],
  ],
  [
    'a name that is missing',
    pointing('create_webhook_key', 'webhook_key_id'),
    [/operator\.create_webhook_key\.returns\.webhook_key_id .*the key is missing/],
  ],
  [
    'a pointer to another text',
    pointing('register_endpoint', 'signing_secret', '/url'),
    [
      /webhooks .*register_endpoint\.returns\.signing_secret points at \/url, .* signed with the text at \/secret/,
    ],
  ],
  [
    'a status that is none',
    pointing('endpoint_status', 'status', '/id'),
    [
      /operator\.endpoint_status\.returns\.status .*something else than enabled or disabled at \/id; GET \S+ was answered 200/,
    ],
  ],
  [
    'a client secret that is the id',
    pointing('create_client', 'client_secret', '/client_id'),
    [
      /operator\.create_client\.returns\.client_secret .* a token is issued for the text at \/client_secret; POST \S+\/oauth\/token was answered 40\d/,
    ],
  ],
  [
    'an integration key that is its slot',
    pointing('rotate_key', 'integration_key', '/slot'),
    [
      /operator\.rotate_key\.returns\.integration_key .* accepted with the text at \/integration_key; GET \S+\/status\/\S+ was answered 40[13]/,
    ],
  ],
  [
    'a client id that is the secret',
    pointing('create_client', 'client_id', '/client_secret'),
    [
      /operator\.show_client .* was answered 404/,
      /operator\.create_client\.returns .*gets no token; .*POST \S+\/oauth\/token was answered 40\d/,
      /operator\.deactivate_client .* was answered 404/,
      /operator\.activate_client .* was answered 404/,
    ],
  ],
  [
    'a webhook key that is its id',
    pointing('create_webhook_key', 'webhook_key', '/webhook_key_id'),
    [/operator\.register_portal_account .*POST \S+ was answered 409: .*\(cause: the profile\)$/],
  ],
  [
    'a recipe for a decline that declines nothing',
    outcome('declined', { revenue: 4_000_000 }),
    [/outcomes\.declined .*the submission reaches ready_to_bind; GET \S+\/status\/\S+ was answered 200: /],
  ],
  [
    'a recipe that is refused',
    outcome('failed', { revenue: [] }),
    [/outcomes\.failed .*the submission is refused; POST \S+\/submit was answered 400: /],
  ],
  [
    'a path that is put together in another way',
    ({ operator }) => {
      if (operator.fail_requests?.http.body) operator.fail_requests.http.body.path = '/v1{path}'
    },
    [/operator\.fail_requests .*no internal error came at \{path\} \/status\/\S+; GET \S+ was answered 404/],
  ],
])('%s is named, with its key, the request and the answer', async (_, change, patterns) => {
  const { code, lines, failed } = await checked(change)
  expect(failed).toEqual(patterns.map((pattern) => expect.stringMatching(pattern)))
  expect(code).toBe(3)
  expect(lines.at(-1)).toMatch(/^not ready: /)
})
