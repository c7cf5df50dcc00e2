// A picture of the visitor's on the tiles. It stays in the browser.
import { byId } from "./dom.js";
import { keep, t } from "./texts.js";

/** Pixels of a side: enough for a sharp board, and little to keep. */
const SIDE = 640;

/** Lets the visitor choose a picture; `say` shows what is wrong with it. */
export function pictures(say) {
  const show = (data) => {
    byId("board").classList.toggle("pictured", Boolean(data));
    byId("board").style.setProperty("--picture", data ? `url(${data})` : "none");
    byId("plain").hidden = !data;
  };
  byId("picture").addEventListener("change", async () => {
    const [file] = byId("picture").files;
    if (!file) return;
    try {
      const image = await createImageBitmap(file);
      const canvas = new OffscreenCanvas(SIDE, SIDE);
      // The middle of the picture, as a square.
      const side = Math.min(image.width, image.height);
      canvas.getContext("2d").drawImage(image, (image.width - side) / 2, (image.height - side) / 2, side, side, 0, 0, SIDE, SIDE);
      const reader = new FileReader();
      reader.onload = () => {
        keep("picture", reader.result);
        show(reader.result);
      };
      reader.readAsDataURL(await canvas.convertToBlob({ type: "image/jpeg", quality: 0.85 }));
    } catch {
      say(t.notPicture);
    }
    byId("picture").value = "";
  });
  byId("plain").addEventListener("click", () => {
    keep("picture", "");
    show("");
  });
  show(keep("picture"));
}
