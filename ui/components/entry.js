// What Streamlit calls: the data comes as JSON text, and `mount` of the script before this draws it.

export default function (component) {
  return mount({ ...component, data: component.data && JSON.parse(component.data) });
}
