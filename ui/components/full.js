// From a slide to the page itself, in a new tab: the same choices, texts and steps.

export default function ({ data, parentElement }) {
  const link = parentElement.querySelector("a");
  link.textContent = "Open the full page";
  link.title = data.refused ?? "In a new tab, as you see it here";
  const aim = () => {
    const address = addressWith(data.query);
    for (const { dataset } of drawn(".player[data-step]")) address.searchParams.set(dataset.step, dataset.at);
    link.href = address.href;
  };
  aim();
  link.onpointerdown = link.onfocus = link.onclick = aim;
}
