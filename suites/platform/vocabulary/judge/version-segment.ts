import { failed, passed, type Verdict } from '../../../../conformance/verdict.ts'

/** Matches `v1`, `V2.1`, `version-3`, `v1beta2`, `1.0` and dates. */
const VERSION =
  /^(v(er(sion)?)?[-_.]?\d+([._-]\d+)*((alpha|beta|rc)\d*)?|\d+\.\d+(\.\d+)*|\d{4}-\d{2}-\d{2})$/i

/** Judges that no segment of a path looks like a version (9). */
export function withoutVersion(path: string, at: string): Verdict {
  const segment = path.split('/').find((part) => VERSION.test(part))
  return segment === undefined
    ? passed()
    : failed({ expected: 'a path without a version segment', observed: segment, at })
}
