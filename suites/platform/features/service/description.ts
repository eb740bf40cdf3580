import { descriptionOf } from '../../../../conformance/json/document.ts'
import { all, CannotTell, cannotTell, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { isObject, type JsonObject, show } from '../../vocabulary/judge/json.ts'
import { withoutVersion } from '../../vocabulary/judge/version-segment.ts'
import { readFileOfTarget } from '../../vocabulary/reading/reader.ts'
import type { DescriptionReading } from '../../vocabulary/reading/reading.ts'
import type { Deviation } from './described/compare.ts'
import { differencesFrom } from './described/index.ts'
import { operationOf } from './described/operations.ts'
import { asksForBoth } from './described-credentials.ts'

/** Longest description that is read: far longer than any real one for eight endpoints. */
const MOST_CHARACTERS = 4_000_000

/** Checks the target's own published description (1, 9). */
export const description: PlatformScenario = scenario<DescriptionReading>({
  id: 'service/description',
  title: 'The published description is an OpenAPI 3.1 document of the eight endpoints',
  needs: [{ offers: 'description' }],
  readOnly: true,
  async drive({ readDescription }) {
    const text = await readDescription()
    if (text.length > MOST_CHARACTERS)
      throw new CannotTell(`the description is not read: it has more than ${MOST_CHARACTERS} characters`)
    const reading = await readFileOfTarget({ kind: 'description', text })
    if (reading.kind === 'stopped') throw new CannotTell(`the description is not read: ${reading.why}`)
    return reading.value
  },
  claims: [
    claim('description-in-yaml', ({ document, isJson: inJson }) => {
      if (document === undefined) return cannotTell('there is no document to read')
      return inJson ? failed({ expected: 'a document in YAML', observed: 'one in JSON' }) : passed()
    }),
    claim('description-is-openapi-3-1', ({ document }) => {
      const version = document?.openapi
      return typeof version === 'string' && /^3\.1(\.\d+)?$/.test(version)
        ? passed()
        : failed({ expected: 'openapi: 3.1.x', observed: show(version), at: '/openapi' })
    }),
    claim('description-lists-the-endpoints', ({ document }, { spec }) => listsEndpoints(document, spec)),
    claim('path-carries-no-version', ({ document }) => {
      const paths = Object.keys(isObject(document?.paths) ? document.paths : {})
      return paths.length === 0
        ? cannotTell('the description lists no path')
        : all(paths.map((path) => withoutVersion(path, '/paths')))
    }),
    claim('description-agrees-with-the-fields', ({ document }, { spec }) =>
      differs(document, spec, 'contradiction'),
    ),
    claim('description-is-complete', ({ document }, { spec }) => differs(document, spec, 'gap')),
    claim('description-requires-both-credentials', ({ document }, { spec }) => asksForBoth(document, spec)),
    claim('description-is-valid', ({ document, problems }) =>
      document === undefined || problems.length > 0
        ? failed({ expected: 'a valid OpenAPI document', observed: problems[0] ?? 'no document' })
        : passed(),
    ),
  ],
})

/** Judges that the description has no differences of one kind from the specification. */
function differs(document: JsonObject | undefined, spec: Spec, kind: Deviation['kind']): Verdict {
  if (document === undefined) return cannotTell('there is no document to read')
  const found = differencesFrom(spec, document).filter((one) => one.kind === kind)
  return found.length === 0
    ? passed()
    : failed(...found.map(({ expected, observed, at }) => ({ expected, observed, at })))
}

/** Judges that all endpoints are listed. Names of path parameters and prefixes of paths make no difference. */
function listsEndpoints(document: JsonObject | undefined, spec: Spec): Verdict {
  const read = descriptionOf(document ?? {}, 'the description')
  const missing = spec.endpoints.filter((endpoint) => operationOf(endpoint, read) === undefined)
  return missing.length === 0
    ? passed()
    : failed({
        expected: 'every endpoint of the version',
        observed: `without ${missing.map(({ method, path }) => `${method} ${path}`).join(', ')}`,
        at: '/paths',
      })
}
