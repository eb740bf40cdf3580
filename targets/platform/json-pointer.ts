/** The value that a JSON Pointer (RFC 6901) leads to, or undefined when there is none. */
export function pointed(value: unknown, pointer: string): unknown {
  const steps = pointer.split('/').slice(1)
  return steps.reduce<unknown>((here, step) => {
    if (typeof here !== 'object' || here === null) return undefined
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~')
    return Object.entries(here).find(([name]) => name === key)?.[1]
  }, value)
}
