export const unsaved = {
  title: '不保存就离开？',
  lead: '此页的更改尚未保存，离开后将会丢失。',
  stay: '留在此页',
  leave: '不保存并离开',
};
