const LONGEST = 90

/** Makes unique names in kebab case from texts. */
export function names(): (text: string) => string {
  const used = new Map<string, number>()
  return (text) => {
    const words =
      text
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .slice(0, LONGEST)
        .replaceAll(/^-+|-+$/g, '') || 'unnamed'
    const times = (used.get(words) ?? 0) + 1
    used.set(words, times)
    return times === 1 ? words : `${words}-${times}`
  }
}
