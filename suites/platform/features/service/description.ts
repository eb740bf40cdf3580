import { all, CannotTell, cannotTell, failed, passed, type Verdict } from '../../../../conformance/verdict.ts'
import type { Spec } from '../../../../spec/spec.ts'
import { claim, type PlatformScenario, scenario } from '../../vocabulary/context.ts'
import { isObject, type JsonObject, show } from '../../vocabulary/judge/json.ts'
import { withoutVersion } from '../../vocabulary/judge/version-segment.ts'
import { readFileOfTarget } from '../../vocabulary/reading/reader.ts'
import type { DescriptionReading } from '../../vocabulary/reading/reading.ts'
import { asksForBoth } from './described-credentials.ts'
import { wronglyDescribed } from './described-types.ts'

/** Longer than any document of so few endpoints; beyond it no reader is asked. */
const MOST_CHARACTERS = 4_000_000

/** The target's own published description (1, 9). */
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
    claim('description-is-openapi-3-1', ({ document, isJson: inJson }) => {
      if (inJson) return failed({ expected: 'a document in YAML', observed: 'one in JSON' })
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
    claim('description-agrees-with-the-fields', ({ document }, { spec }) => rightlyTyped(document, spec)),
    claim('description-requires-both-credentials', ({ document }, { spec }) => asksForBoth(document, spec)),
    claim('description-is-valid', ({ document, problems }) =>
      document === undefined || problems.length > 0
        ? failed({ expected: 'a valid OpenAPI document', observed: problems[0] ?? 'no document' })
        : passed(),
    ),
  ],
})

/** No field of what is sent and answered has another type than the stated one. */
function rightlyTyped(document: JsonObject | undefined, spec: Spec): Verdict {
  const wrong = document === undefined ? [] : wronglyDescribed(document, spec)
  if (document === undefined) return cannotTell('there is no document to read')
  return wrong.length === 0
    ? passed()
    : failed(
        ...wrong.map(({ schema, pointer, stated, described }) => ({
          expected: `${schema} ${pointer} as ${stated}`,
          observed: described,
          at: pointer,
        })),
      )
}

/** Paths are compared by method and by shape, whatever the path parameter is called and whatever stands before them. */
function listsEndpoints(document: JsonObject | undefined, spec: Spec): Verdict {
  const paths = document?.paths
  const listed = Object.entries(isObject(paths) ? paths : {}).flatMap(([path, item]) =>
    Object.keys(isObject(item) ? item : {}).map((method) => `${method.toUpperCase()} ${shape(path)}`),
  )
  const missing = spec.endpoints
    .map(({ method, path }) => `${method} ${shape(path)}`)
    .filter((endpoint) => !listed.some((one) => sameEndpoint(one, endpoint)))
  return missing.length === 0
    ? passed()
    : failed({
        expected: 'every endpoint of the version',
        observed: `without ${missing.join(', ')}`,
        at: '/paths',
      })
}

const shape = (path: string): string => path.replace(/\{[^}]*\}/g, '{}').replace(/\/$/, '')

function sameEndpoint(listed: string, wanted: string): boolean {
  const [method, path = ''] = listed.split(' ')
  const [wantedMethod, wantedPath = ''] = wanted.split(' ')
  return method === wantedMethod && path.endsWith(wantedPath)
}
