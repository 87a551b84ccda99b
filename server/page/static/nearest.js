// Which families an unknown model may belong to.

const plain = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, "").slice(0, 256);

// common is the length of the longest text that both hold.
function common(a, b) {
  let longest = 0;
  let ends = new Array(b.length + 1).fill(0);
  for (const c of a) {
    ends = ends.map((_, j) => (j > 0 && c === b[j - 1] ? ends[j - 1] + 1 : 0));
    longest = Math.max(longest, ...ends);
  }
  return longest;
}

// likeness is high for a long common text, and for one that is most of the name.
const likeness = (id, name) => common(id, name) ** 2 / name.length;

// nearest are the names of the n families whose name, alias or pattern is most like a model's id.
export function nearest(model, families, n) {
  const id = plain(model);
  const best = (f) => Math.max(...[f.name, ...(f.aliases ?? []), ...(f.modelPatterns ?? [])].map(plain).filter(Boolean).map((name) => likeness(id, name)));
  return families.map((f) => ({ name: f.name, likeness: best(f) })).sort((a, b) => b.likeness - a.likeness).slice(0, n).map((f) => f.name);
}
