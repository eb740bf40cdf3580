import { failed, passed, type Verdict } from '../../../../conformance/verdict.ts'

/** `v1`, `V2.1`, `version-3`, `v1beta2`; `1.0`; a date. */
const VERSION =
  /^(v(er(sion)?)?[-_.]?\d+([._-]\d+)*((alpha|beta|rc)\d*)?|\d+\.\d+(\.\d+)*|\d{4}-\d{2}-\d{2})$/i

/** Says that no segment of a path looks like a version (9). */
export function withoutVersion(path: string, at: string): Verdict {
  const segment = path.split('/').find((one) => VERSION.test(one))
  return segment === undefined
    ? passed()
    : failed({ expected: 'a path without a version segment', observed: segment, at })
}
