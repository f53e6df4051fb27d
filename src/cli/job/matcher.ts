/**
 * Whether texts match a pattern: `*` stands for any characters, `?` for one; upper and lower case are alike. Goes back to the last
 * star only, so that the time is bounded by the product of both lengths, whatever the pattern.
 */
export function matcher(pattern: string): (text: string) => boolean {
  const wanted = [...pattern.toLowerCase()];
  return (text) => {
    const given = [...text.toLowerCase()];
    let [p, t, star, from] = [0, 0, -1, 0];
    while (t < given.length)
      if (wanted[p] === '*') {
        star = p++;
        from = t;
      } else if (p < wanted.length && (wanted[p] === '?' || wanted[p] === given[t])) {
        p++;
        t++;
      } else if (star >= 0) {
        p = star + 1;
        t = ++from;
      } else return false;
    while (wanted[p] === '*') p++;
    return p === wanted.length;
  };
}
